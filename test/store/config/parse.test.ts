// What a config.yaml is read as, and what every mistake in one is answered with.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { maxConfigCharacters, parseConfig } from "../../../src/store/config/parse.ts";
import { configKeys, defaultConfig } from "../../../src/contract/home/config.ts";

describe("a good file", () => {
  test.each(["", "# only words\n", "---\n", "version: 1\n", "limits:\n  # maxTurns: 5\nfetch:\n", "{}"])(
    "%j has the defaults",
    (text) => {
      expect(parseConfig(text)).toMatchObject({ ok: true, config: defaultConfig });
    },
  );

  test("sets what it names, and the rest has its default", () => {
    const text = "slots: 2\nlimits: { maxTurns: 7, memoryMb: null }\nsandbox:\n  readOnly: [/opt/tools]\n";
    expect(parseConfig(text)).toEqual({
      ok: true,
      config: {
        ...defaultConfig,
        slots: 2,
        limits: { ...defaultConfig.limits, maxTurns: 7, memoryMb: null },
        sandbox: { minimum: "none", readOnly: ["/opt/tools"] },
      },
      given: ["slots", "limits.maxTurns", "limits.memoryMb", "sandbox.readOnly"],
    });
  });

  test("may say a thing once and use it twice", () => {
    expect(parseConfig("fetch:\n  allow: &hosts [a.org]\n  deny: *hosts\n")).toMatchObject({
      ok: true,
      config: { fetch: { allow: ["a.org"], deny: ["a.org"] } },
    });
  });
});

const mistakes: readonly [
  text: string,
  ...problems: [line: number, path: string, message: string | RegExp][],
][] = [
  ["slots: many", [1, "slots", 'expected a whole number from 1 to 1000; found "many"']],
  ["# a\n\nslots: 0", [3, "slots", "expected a whole number from 1 to 1000; found 0"]],
  [
    "projects: { acme: { setup: { command: x, network: yes } } }",
    [1, "projects.acme.setup.network", 'expected true or false; found "yes"'],
  ],
  ["slots: 2.5", [1, "slots", /found 2.5/]],
  ["slots:", [1, "slots", /found nothing/]],
  ["slots: .nan", [1, "slots", /found NaN/]],
  ["slots: [1, 2]", [1, "slots", /found a list of 2/]],
  ["slots: {a: 1}", [1, "slots", /found a section/]],
  ["slot: 3", [1, "slot", 'there is no such key. Did you mean "slots"?']],
  ["maxTurns: 3", [1, "maxTurns", 'there is no such key. Did you mean "limits.maxTurns"?']],
  ["xyzzy: 3", [1, "xyzzy", /^there is no such key\. Known here: version, slots, limits,/]],
  ["__proto__: { slots: 3 }", [1, "__proto__", /no such key/]],
  [
    "limits:\n  maxTurns: 1\n  maxbudgetUsd: 2",
    [3, "limits.maxbudgetUsd", 'there is no such key. Did you mean "maxBudgetUsd"?'],
  ],
  [
    "limits:\n  maxBudgetUsd: 0",
    [2, "limits.maxBudgetUsd", /^expected a number above 0, at most 10000 or null/],
  ],
  ["limits: 5", [1, "limits", "expected a section with keys and values; found 5"]],
  [
    "sandbox: { minimum: bwrap }",
    [1, "sandbox.minimum", /^expected one of bubblewrap, process, none; found "bwrap"/],
  ],
  [
    "sandbox:\n  readOnly:\n    - /opt\n    - tools",
    [4, "sandbox.readOnly[2]", /^expected an absolute path; found "tools"/],
  ],
  ["fetch:\n  allow: example.org", [2, "fetch.allow", /^expected a list of at most 1000 texts/]],
  ["fetch:\n  deny: ['a b', 7]", [2, "fetch.deny[1]", /^expected a host/], [2, "fetch.deny[2]", /found 7$/]],
  [
    "version: 2\nnew: thing",
    [1, "version", /^the file has version 2; this release knows version 1\. Install/],
  ],
  ["version: one", [1, "version", 'expected 1; found "one"']],
  ["- slots", [1, "", /^expected a section/]],
  ["slots: 3\nfetch:\n# why\nslots: 4", [4, "", '"slots" is set twice']],
  ["slots: 3\n---\nslots: 4", [2, "", "a second document begins here; one is allowed"]],
  ["limits:\n  maxTurns: 3\n maxSeconds: 5", [3, "", "All mapping items must start at the same column"]],
  ["limits:\n\tmaxTurns: 3", [2, "", "Tabs are not allowed as indentation"]],
  ["slots: !three 3", [1, "", "Unresolved tag: !three"]],
  ["limits:\n  maxTurns: *few", [2, "", 'there is no "&few" before it']],
  [
    "slots: x\nretention:\n  trashDays: -1\nlmits: {}",
    [1, "slots", /./],
    [3, "retention.trashDays", /./],
    [4, "lmits", /"limits"/],
  ],
  [`slots: ${"x".repeat(200)}`, [1, "slots", /found "x{39}…$/]],
];

describe("a broken file", () => {
  test.each(mistakes)("%j is told with its lines", (text, ...problems) => {
    const parsed = parseConfig(text);
    expect(parsed.ok ? [] : parsed.problems).toEqual(
      problems.map(([line, path, message]) => ({
        line,
        path,
        message: typeof message === "string" ? message : expect.stringMatching(message),
      })),
    );
  });

  const bombs: readonly [name: string, text: string, message: RegExp][] = [
    ["too long", `# ${"x".repeat(maxConfigCharacters)}`, /longer than 262144 characters/],
    ["of too many lines", "\n".repeat(20_001), /too large: it has more than 20000 lines/],
    ["nested with brackets", "[".repeat(300), /nests deeper/],
    ["nested without", "- ".repeat(100_000), /nests deeper/],
    ["nested with question marks", "? ".repeat(100_000), /nests deeper/],
    [
      "nested line by line",
      Array.from({ length: 500 }, (_, at) => `${" ".repeat(at)}a:\n`).join(""),
      /far to the right/,
    ],
    ["made of aliases", aliases(), /alias/],
    ["one alias many times", `version: &a 1\nfetch: { deny: [${"*a,".repeat(20_000)}] }`, /alias/],
  ];
  test.each(bombs)("one that is %s is refused in good time", (_name, text, message) => {
    const began = process.cpuUsage(); // other tests share the cores, and their time is not the parser's
    const parsed = parseConfig(text);
    const { user, system } = process.cpuUsage(began);
    expect(parsed).toMatchObject({
      ok: false,
      problems: [{ line: 1, message: expect.stringMatching(message) }],
    });
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});

function aliases(): string {
  const names = "abcdefgh".split("");
  const rows = names.map((name, at) => {
    const before = names[at - 1];
    return `${name}: &${name} [${before === undefined ? "1" : Array(9).fill(`*${before}`).join(", ")}]`;
  });
  return rows.join("\n");
}

describe("any text at all", () => {
  const word = fc.constantFrom(
    ...configKeys.map((key) => key.split(".").at(-1) ?? ""),
    "limits",
    "fetch",
    "&a",
    "*a",
  );
  const mark = fc.constantFrom(
    ": ",
    ":\n  ",
    "\n",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "# ",
    '"',
    "'",
    "|\n",
    "? ",
    "---\n",
    "\t",
    "!!int ",
  );
  const value = fc.oneof(
    fc.integer().map(String),
    fc.constantFrom("null", "1", "~", ".inf", "none", "\0", "\u2028", "\ud800"),
  );
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(fc.oneof(word, mark, value), { maxLength: 40 }).map((parts) => parts.join("")),
  );

  test("is answered with a config or with problems on lines that it has, and never with an exception", () => {
    fc.assert(
      fc.property(text, (given) => {
        const parsed = parseConfig(given);
        if (parsed.ok) return parsed.given.every((key) => configKeys.includes(key));
        const lines = given.split(/\n/).length;
        return parsed.problems.length > 0 && parsed.problems.every(({ line }) => line >= 1 && line <= lines);
      }),
      { numRuns: 1000 },
    );
  });
});
