// Patterns that recognise how test runners, compilers and linters mark a failure in their output. Each is
// tested against one line. The caller cuts long lines, so that the cost of a line is bounded whatever a
// worker prints.

export interface Mark {
  /** The line with which a failure begins. */
  at: RegExp;
  not?: RegExp;
  /** The failure must be below a line that matches this. */
  after?: RegExp;
  /**
   * The failure ends before the next line that matches this. Without `until` and `through`, the failure is one line.
   */
  until?: RegExp;
  /** The failure ends with the next line that matches this, inclusive. */
  through?: RegExp;
  /**
   * If nothing follows the first line, the explanation is above it, after the last line that matches this.
   */
  back?: RegExp;
  /** The nearest line above the failure that matches this says where it is, such as a file name. */
  head?: RegExp;
  /** If the failure is too long to be shown whole, the part around the line that matches this is shown. */
  focus?: RegExp;
}

/** The marks of one test runner or compiler, the most informative first. The first mark that matches is used. */
export type Runner = readonly Mark[];

const tests: readonly Runner[] = [
  // TAP, nested as node:test prints it: the innermost failure comes first, with its details below it.
  [{ at: /^\s*not ok\b/, not: /#\s*(?:todo|skip)\b/i, until: /^\s*(?:not ok\b|ok\b|# Subtest|1\.\.\d)/ }],
  // The spec reporter of node:test.
  [
    { after: /^✖ failing tests:/, at: /^test at /, until: /^test at / },
    { at: /^\s*✖ /, not: /^\s*✖ (?:failing tests:|\d+ problems?\b)/, until: /^\s*(?:[✖✔▶﹣] |ℹ |$)/ },
  ],
  // jest and vitest.
  [
    { at: /^\s*● /, not: /^\s*● (?:Console|Validation)/, until: /^\s*● |^(?:PASS|FAIL) |^Test Suites:/ },
    { at: /^\s*FAIL {1,2}\S/, until: /^\s*FAIL {1,2}\S|^⎯{5}/ },
  ],
  // mocha, rspec and PHPUnit.
  [
    {
      after: /^\s*(?:\d+ failing\b|Failures:\s*$|There (?:was|were) \d+ (?:failure|error)s?:)/,
      at: /^\s*1\) /,
      until: /^\s*2\) /,
    },
  ],
  // bun test: the explanation is above the name.
  [{ at: /^(?:\(fail\)|✗) /, back: /^(?:\((?:pass|fail|skip|todo)\) |[✓✗»✎] |\S+\.(?:test|spec)\.\w+:$)/ }],
  // pytest.
  [
    {
      after: /^=+ (?:FAILURES|ERRORS) =+\s*$/,
      at: /^_{3,} \S.* _{3,}\s*$/,
      until: /^(?:_{3,} |={5,} )/,
      focus: /^E {2,}/,
    },
    { at: /^FAILED \S/ },
    { at: /^E {3,}\S/, until: /^\s*$/ },
  ],
  // unittest.
  [{ at: /^(?:FAIL|ERROR): \S+ \(/, until: /^={10}/ }],
  // go test: with -v the log is above.
  [{ at: /^\s*--- FAIL: /, until: /^(?:FAIL|ok|PASS|exit status|--- |=== )/, back: /^\s*(?:=== |--- )/ }],
  // cargo test.
  [
    { at: /^---- \S.* stdout ----\s*$/, until: /^(?:---- |failures:|stack backtrace:)/ },
    { at: /^thread '[^']*'.* panicked at /, until: /^(?:note:|stack backtrace:|thread '|\s*$)/ },
  ],
];

const place = String.raw`^[^\s:][^:]*:\d+(?::\d+)?:\s+(?:fatal )?`;

const builds: readonly Runner[] = [
  // tsc, plain and pretty.
  [{ at: /\berror TS\d+:/, until: /\berror TS\d+:|^Found \d+ error/ }],
  // eslint.
  [{ at: /^\s+\d+:\d+\s+error\s/, head: /^\S/, until: /^(?:\S|\s*$|\s*✖ )/ }],
  // oxlint.
  [{ at: /^\s*[x×] [\w@/-]+(?:\([\w@/-]+\))?: /, until: /^\s*$/ }],
  // rustc.
  [
    {
      at: /^error(?:\[E\d+\])?: /,
      not: /^error: (?:could not compile|aborting)/,
      until: /^(?:\s*$|error|warning)/,
    },
  ],
  // gcc, clang and others of the same format; the go compiler gives only the place.
  [
    {
      at: new RegExp(`${place}error\\b`, "i"),
      until: new RegExp(`${place}(?:error|warning)\\b|^\\S*make`, "i"),
    },
    { at: /^\S+\.go:\d+:\d+: / },
  ],
];

const anything: readonly Runner[] = [
  [{ at: /^Traceback \(most recent call last\):/, through: /^\S/ }],
  [{ at: /^\s*(?:Uncaught )?[\w.$]*(?:Error|Exception)\b[^:]{0,80}:/, until: /^\s*$/ }],
  [{ at: /^\s*(?:panic|fatal|FATAL|error|ERROR)\b:?\s/, until: /^\s*$/ }],
];

/** Lines that only say that something above them failed. */
const consequences: readonly Runner[] = [
  [{ at: /^\S*make(?:\[\d+\])?: \*\*\* / }],
  [{ at: /^npm (?:ERR!|error) / }],
];

/**
 * All runners by kind, the most informative kind first. Within one kind, the earliest failure in the output is used.
 */
export const kinds: readonly (readonly Runner[])[] = [tests, builds, anything, consequences];
