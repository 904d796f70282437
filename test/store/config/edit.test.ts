// One value changes, and nothing else in the file: not a comment, not a space.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readFileSync, writeFileSync } from "node:fs";
import { changeConfigFile, changeConfigKeys } from "../../../src/store/config/change-file.ts";
import { editConfig } from "../../../src/store/config/edit.ts";
import { parseConfig } from "../../../src/store/config/parse.ts";
import { parseValue } from "../../../src/store/config/value.ts";
import { configKeys, defaultConfig } from "../../../src/contract/home/config.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { tempDir } from "../../harness/temp.ts";

const written = `# top
version: 1   # the format
slots:    3  # three, not more

limits:
    maxTurns: 40 # few
    # maxSeconds: 60

fetch:
  allow:
    - a.org   # the first
    - "*.b.org"
  # what follows is never fetched
  deny: [ c.org ]
retention: { logDays: 3,  trashDays: null } # on one line
admission: # nothing yet
  # minFreeDiskMb: 5
# the end`;

/** [key, value, what stood there, what stands there now]; everything around it is the same. */
const changes: readonly [key: string, value: unknown, from: string, to: string][] = [
  ["slots", 7, "slots:    3  #", "slots:    7  #"],
  ["limits.maxTurns", null, "maxTurns: 40 #", "maxTurns: null #"],
  ["limits.diskMb", 9, "40 # few\n", "40 # few\n    diskMb: 9\n"],
  ["fetch.allow", ["x.org", "*.y.org"], 'a.org   # the first\n    - "*.b.org"', 'x.org\n    - "*.y.org"'],
  ["fetch.allow", [], ':\n    - a.org   # the first\n    - "*.b.org"', ": []"],
  ["fetch.deny", ["*.c.org"], "[ c.org ]", '["*.c.org"]'],
  ["retention.logDays", 9, "logDays: 3,", "logDays: 9,"],
  [
    "retention.transcriptDays",
    9,
    "{ logDays: 3,  trashDays: null }",
    "{logDays: 3, trashDays: null, transcriptDays: 9}",
  ],
  ["admission.startsPerSecond", 1.5, "# nothing yet\n", "# nothing yet\n  startsPerSecond: 1.5\n"],
  ["sandbox.minimum", "process", "# the end", "# the end\nsandbox:\n  minimum: process\n"],
  ["slots", undefined, "slots:    3  # three, not more\n", ""],
  ["limits.maxTurns", undefined, "    maxTurns: 40 # few\n", ""],
  ["fetch.allow", undefined, '  allow:\n    - a.org   # the first\n    - "*.b.org"\n', ""],
  ["retention.logDays", undefined, "{ logDays: 3,  trashDays: null }", "{trashDays: null}"],
  ["sandbox.minimum", undefined, "", ""],
];

describe("a file with comments", () => {
  test.each(changes)("%s becomes %j and every other byte stays", (key, value, from, to) => {
    expect(written).toContain(from);
    expect(editConfig(written, { key, value })).toEqual({ ok: true, text: written.replace(from, to) });
  });

  test("with the line ends of another system keeps them", () => {
    const text = written.replaceAll("\n", "\r\n");
    const edited = editConfig(text, { key: "limits.diskMb", value: 9 });
    expect(edited).toEqual({ ok: true, text: text.replace("40 # few\r\n", "40 # few\r\n    diskMb: 9\r\n") });
  });
});

const oddly: readonly [text: string, key: string, value: unknown, expected: string][] = [
  ["", "slots", 2, "slots: 2\n"],
  ["# words", "limits.maxTurns", 2, "# words\nlimits:\n  maxTurns: 2\n"],
  ["{slots: 3}", "slots", 2, "{slots: 2}"],
  ["{slots: 3} # kept\n", "limits.maxTurns", 2, "{ slots: 3, limits: { maxTurns: 2 } } # kept\n"],
  ["slots: !!int 3\n", "slots", 2, "slots: !!int 2\n"],
  ["limits: {maxTurns: 4}\n", "limits.maxTurns", 2, "limits: {maxTurns: 2}\n"],
  ["slots: &n 3\nlimits: { maxTurns: *n }\n", "limits.maxTurns", 2, "slots: &n 3\nlimits: { maxTurns: 2 }\n"],
];
test.each(oddly)("%j is changed in its own way: %s to %j", (text, key, value, expected) => {
  expect(editConfig(text, { key, value })).toEqual({ ok: true, text: expected });
});

test("a value that others refer to is left to a person", () => {
  const edited = editConfig("slots: &n 3\nlimits: { maxTurns: *n }\n", { key: "slots", value: 2 });
  expect(edited).toMatchObject({ ok: false, why: "refused", message: expect.stringContaining("by hand") });
});

test("a value that is not allowed is refused with what was expected", () => {
  expect(editConfig(written, { key: "slots", value: "many" })).toEqual({
    ok: false,
    why: "refused",
    message: 'slots: expected a whole number from 1 to 1000; found "many"',
  });
});

test("a broken file is not touched, even by a change that would mend it", () => {
  expect(editConfig("slots: many\n", { key: "slots", value: 3 })).toMatchObject({
    ok: false,
    why: "broken",
    problems: [{ line: 1, path: "slots" }],
  });
});

describe("any good file", () => {
  const values: Record<string, fc.Arbitrary<unknown>> = {
    version: fc.constant(1),
    model: fc.constantFrom("claude-opus-4-1", "sonnet", "a.b:c"),
    spares: fc.constantFrom(0, 1),
    "fetch.maxBytes": fc.constant(2048),
    "sandbox.minimum": fc.constantFrom("none", "process", "bubblewrap"),
    "sandbox.readOnly": fc.array(fc.constantFrom("/opt", "/a: b", "/#", "/*x"), { maxLength: 3 }),
    "fetch.allow": fc.array(fc.constantFrom("a.org", "*.b.org", "no", "1.2"), { maxLength: 3 }),
    "fetch.deny": fc.array(fc.constantFrom("a.org", "*.b.org"), { maxLength: 3 }),
  };
  const change = fc.constantFrom(...configKeys).chain((key) =>
    fc.record({
      key: fc.constant(key),
      value: fc.option(values[key] ?? fc.integer({ min: 16, max: 20 }), { nil: undefined }),
    }),
  );

  test("has after any row of changes exactly the values that were set, and its comments", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), fc.boolean(), (row, fromWritten) => {
        let text = fromWritten ? written : "# top\n# the end\n";
        const set = new Map<string, unknown>();
        for (const one of row) {
          const edited = editConfig(text, one);
          if (!edited.ok) throw new Error(JSON.stringify(edited));
          text = edited.text;
          set.set(one.key, one.value);
        }
        const parsed = parseConfig(text);
        if (!parsed.ok) throw new Error(JSON.stringify(parsed));
        expect(text).toContain("# top\n");
        expect(text).toContain("# the end");
        for (const [key, value] of set) {
          const at = (config: unknown) =>
            key.split(".").reduce((v, part) => (v as Record<string, unknown>)[part], config);
          expect(at(parsed.config)).toEqual(value === undefined ? at(defaultConfig) : value);
          expect(parsed.given.includes(key)).toBe(value !== undefined);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("on disk", () => {
  test("a file that is not there is begun with its version", async () => {
    const path = `${tempDir()}/config.yaml`;
    expect(await changeConfigFile(systemDisk, { path, key: "slots", value: 2 })).toMatchObject({
      wrote: true,
    });
    expect(readFileSync(path, "utf8")).toBe("version: 1\nslots: 2\n");
    expect(await changeConfigFile(systemDisk, { path, key: "slots", value: 2 })).toMatchObject({
      ok: true,
      wrote: false,
    });
  });

  test("one that is not UTF-8 is not touched: its bytes would not come back", async () => {
    const path = `${tempDir()}/config.yaml`;
    const bytes = Buffer.from([0x23, 0xe4, 0x0a]);
    writeFileSync(path, bytes);
    expect(await changeConfigFile(systemDisk, { path, key: "slots", value: 2 })).toMatchObject({
      ok: false,
      wrote: false,
    });
    expect(readFileSync(path)).toEqual(bytes);
  });
});

const typed: readonly [key: string, text: string, value: unknown][] = [
  ["slots", "3", 3],
  ["limits.maxTurns", "null", null],
  ["limits.maxBudgetUsd", "2.50", 2.5],
  ["sandbox.minimum", "bubblewrap", "bubblewrap"],
  ["fetch.deny", "example.org, *.example.net", ["example.org", "*.example.net"]],
  ["fetch.deny", '["*.example.net"]', ["*.example.net"]],
  ["fetch.deny", "", []],
  ["slots", "[", "["],
  ["slots", "*x", "*x"],
];
test.each(typed)("%s typed as %j is %j", (key, text, value) => {
  expect(parseValue(key, text)).toEqual(value);
});

test("while many keys of a large file are changed, others get their turn", async () => {
  const path = `${tempDir()}/config.yaml`;
  const many = Array.from({ length: 200 }, (_, at) => `  check-${at}: echo ${"x".repeat(100)}\n`);
  writeFileSync(path, `checks:\n${many.join("")}`);
  const changes = Array.from({ length: 10 }, (_, at) => ({ key: `checks.more-${at}`, value: "true" }));
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  expect(await changeConfigKeys(systemDisk, { path, changes, dryRun: true })).toMatchObject({ ok: true });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(changes.length / 2);
});
