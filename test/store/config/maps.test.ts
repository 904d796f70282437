// projects, checks and toolboxes: sections whose entries a person names, read, complained about and changed.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { editConfig } from "../../../src/store/config/edit.ts";
import { mapKeyProblem } from "../../../src/store/config/map-key.ts";
import { parseConfig } from "../../../src/store/config/parse.ts";
import { publishedSchema } from "../../../src/store/config/published.ts";
import { parseValue } from "../../../src/store/config/value.ts";
import { defaultConfig, findProject } from "../../../src/contract/home/config.ts";
import { projectName } from "../../../src/contract/home/ids.ts";

const none = {
  integration: "claude/main",
  network: { allow: [] },
  shell: { allow: [] },
  copy: [],
  checks: [],
  land: "integration",
  record: "hall",
  commit: { signOff: false, trailers: [] },
  instructions: true,
  limits: {},
  ceiling: {},
  memory: {},
};

const good: readonly [text: string, made: object, given: string[]][] = [
  ["projects:\nchecks:\ntoolboxes: # none yet\n", {}, []],
  ["projects: { acme: }", { projects: { acme: none } }, ["projects.acme"]],
  ["projects:\n  acme:\n    limits:\n", { projects: { acme: none } }, ["projects.acme"]],
  [
    "projects: { acme: { limits: { maxTurns: 7 }, memory: { capTokens: 0 } } }",
    { projects: { acme: { ...none, limits: { maxTurns: 7 }, memory: { capTokens: 0 } } } },
    ["projects.acme.limits.maxTurns", "projects.acme.memory.capTokens"],
  ],
  ["projects: { constructor: }", { projects: { constructor: none } }, ["projects.constructor"]],
  [
    "checks: { test: npm test }",
    { checks: { test: { command: "npm test", timeoutSeconds: 600 } } },
    ["checks.test.command"],
  ],
  [
    "checks: { test: { command: npm test, timeoutSeconds: 5 } }",
    { checks: { test: { command: "npm test", timeoutSeconds: 5 } } },
    ["checks.test.command", "checks.test.timeoutSeconds"],
  ],
  [
    "toolboxes: { hook: { url: a, deep: { b: [1] } }, other: }",
    { toolboxes: { hook: { url: "a", deep: { b: [1] } }, other: {} } },
    ["toolboxes.hook.url", "toolboxes.hook.deep", "toolboxes.other"],
  ],
];
test.each(good)("%j is read", (text, made, given) => {
  expect(parseConfig(text)).toEqual({ ok: true, config: { ...defaultConfig, ...made }, given });
});

const badName = /^expected a lower-case name of at most 32 letters, digits and dashes; found/;
const badCheck =
  /^expected a text of at most 4096 characters or a section with keys and values; found (3|nothing|""|a list of 1)$/;
const mistakes: readonly [text: string, line: number, path: string, message: RegExp][] = [
  ["projects:\n  Acme: {}", 2, "projects.Acme", badName],
  ["projects:\n  a/../b:", 2, "projects.a/../b", badName],
  ["projects:\n  3: {}", 2, "projects.3", badName],
  ["projects:\n  ok:\n  __proto__: {}", 3, "projects.__proto__", /cannot be used/],
  ["projects:\n  toString: {}", 2, "projects.toString", badName],
  ["projects:\n  acme: 3", 2, "projects.acme", /^expected a section with keys and values; found 3$/],
  ["projects:\n  acme:\n    limit: {}", 3, "projects.acme.limit", /no such key. Did you mean "limits"/],
  [
    "projects:\n  acme:\n    limits:\n      maxTurns: x",
    4,
    "projects.acme.limits.maxTurns",
    /^expected a whole number from 1 to 10000; found "x"$/,
  ],
  ["projects:\n  acme:\n  acme:", 3, "", /"acme" is set twice/],
  ["checks:\n  test: 3", 2, "checks.test", badCheck],
  ["checks:\n  test:", 2, "checks.test", badCheck],
  ["checks:\n  test: ''", 2, "checks.test", badCheck],
  ["checks:\n  test: [x]", 2, "checks.test", badCheck],
  ["checks:\n  test:\n    command: x\n    timeout: 3", 4, "checks.test.timeout", /^there is no such key/],
  ["checks:\n  test:\n    timeoutSeconds: 3", 2, "checks.test.command", /found nothing$/],
  ["checks:\n  test:\n    command: x\n    timeoutSeconds: 0", 4, "checks.test.timeoutSeconds", /found 0$/],
  ["checks: [a]", 1, "checks", /^expected a section with keys and values; found a list of 1$/],
  ["toolboxes:\n  hook: x", 2, "toolboxes.hook", /^expected a section/],
  ["toolboxes:\n  hook:\n    a.b: 1", 3, "toolboxes.hook.a.b", /^expected a name of at most 64/],
  ["toolboxes:\n  hook:\n    __proto__: 1", 3, "toolboxes.hook.__proto__", /cannot be used/],
];
test.each(mistakes)("%j is told with its line and path", (text, line, path, message) => {
  expect(parseConfig(text)).toEqual({
    ok: false,
    problems: [{ line, path, message: expect.stringMatching(message) }],
  });
});

const rows = (count: number, row: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => row(at)).join("");
const floods: readonly [name: string, text: string, problems: number][] = [
  ["a thousand entries", `checks:\n${rows(1000, (at) => `  c${at}: x\n`)}`, 0],
  ["one entry more", `checks:\n${rows(1001, (at) => `  c${at}: x\n`)}`, 1],
  ["thousands of bad names", `checks:\n${rows(9000, (at) => `  C${at}: x\n`)}`, 100],
  ["thousands of bad entries", `projects:\n${rows(9000, (at) => `  p${at}: {x: 1}\n`)}`, 100],
  ["one long name", `projects: { ${"x".repeat(200_000)}: }`, 1],
  ["settings nested deep", `toolboxes: { a: { b: ${"[".repeat(190)}${"]".repeat(190)} } }`, 0],
];
test.each(floods)("%s are answered in good time", (_name, text, problems) => {
  const began = process.cpuUsage(); // other tests share the cores, and their time is not the parser's
  const parsed = parseConfig(text);
  expect(parsed.ok ? 0 : parsed.problems.length).toBe(problems);
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(4000);
});

test("a project is found by its own name only", () => {
  const { projects } = defaultConfig;
  expect(findProject(projects, projectName.parse("constructor"))).toBeUndefined();
  const parsed = parseConfig("projects: { constructor: { limits: { maxTurns: 3 } } }");
  expect(parsed.ok && findProject(parsed.config.projects, projectName.parse("constructor"))?.limits).toEqual({
    maxTurns: 3,
  });
});

const written = `# top
projects:
  acme: # ours
    limits:
      maxTurns: 3 # few
    # said below
  beta:
  gamma: {limits: {maxTurns: 4}}
checks:
  test: npm test # all
  lint: { command: npm run lint,  timeoutSeconds: 5 }
# end
`;
const acme = "    limits:\n      maxTurns: 3 # few\n";
/** [key, as typed or undefined to unset, what stood there, what stands there now]; every other byte stays. */
const changes: readonly [key: string, typed: string | undefined, from: string, to: string][] = [
  ["projects.acme.limits.maxTurns", "7", "3 # few", "7 # few"],
  ["projects.acme.limits.maxTurns", undefined, "      maxTurns: 3 # few\n", ""],
  ["projects.acme.memory.capTokens", "4000", acme, `${acme}    memory:\n      capTokens: 4000\n`],
  ["projects.acme", "{}", ` # ours\n${acme}`, " {} # ours\n"],
  ["projects.acme", undefined, `  acme: # ours\n${acme}`, ""],
  ["projects.beta.limits.maxTurns", "9", "  beta:\n", "  beta:\n    limits:\n      maxTurns: 9\n"],
  ["projects.beta", undefined, "  beta:\n", ""],
  ["projects.gamma.limits.maxTurns", "5", "maxTurns: 4", "maxTurns: 5"],
  ["projects.gamma.memory.capTokens", "5", "4}}", "4}, memory: {capTokens: 5}}"],
  ["projects.new", "{}", "4}}\n", "4}}\n  new: {}\n"],
  ["checks.test", "make check: all", "npm test #", '"make check: all" #'],
  ["checks.test", "{command: x, timeoutSeconds: 3}", "npm test #", "{command: x, timeoutSeconds: 3} #"],
  ["checks.test.timeoutSeconds", "9", "npm test #", "{command: npm test, timeoutSeconds: 9} #"],
  ["checks.lint.timeoutSeconds", "9", "timeoutSeconds: 5", "timeoutSeconds: 9"],
  [
    "checks.lint.timeoutSeconds",
    undefined,
    "{ command: npm run lint,  timeoutSeconds: 5 }",
    "{command: npm run lint}",
  ],
  ["checks.count", "123", "5 }\n", '5 }\n  count: "123"\n'],
  ["checks.yes", "true", "5 }\n", '5 }\n  yes: "true"\n'],
  ["toolboxes.hook.url", "https://a.org", "# end\n", "# end\ntoolboxes:\n  hook:\n    url: https://a.org\n"],
  ["projects.nobody", undefined, "", ""],
];
describe("a file with comments", () => {
  test.each(changes)("%s typed as %j leaves every other byte", (key, typed, from, to) => {
    expect(written).toContain(from);
    const value = typed === undefined ? undefined : parseValue(key, typed);
    expect(editConfig(written, { key, value })).toEqual({ ok: true, text: written.replace(from, to) });
  });

  test("is left alone where the change would break it", () => {
    expect(editConfig(written, { key: "projects.acme", value: { limit: {} } })).toMatchObject({
      message: 'projects.acme.limit: there is no such key. Did you mean "limits"?',
    });
    expect(editConfig(written, { key: "checks.test.command", value: undefined })).toMatchObject({
      why: "refused",
    });
  });
});

test("any row of changes leaves what was set last, and the comments", () => {
  const name = fc.constantFrom("acme", "beta", "gamma", "constructor", "x-1");
  const limit = fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined });
  const change = fc.oneof(
    fc.record({ key: name.map((n) => `projects.${n}`), value: fc.constantFrom({}, undefined) }),
    fc.record({ key: name.map((n) => `projects.${n}.limits.maxTurns`), value: limit }),
    fc.record({ key: name.map((n) => `projects.${n}.memory.capTokens`), value: limit }),
    fc.record({
      key: name.map((n) => `checks.${n}`),
      value: fc.constantFrom("a: b", "#x", "1", " - y", undefined),
    }),
    fc.record({
      key: name.map((n) => `toolboxes.${n}.at`),
      value: fc.constantFrom(1, "x", [1], { a: {} }, null, undefined),
    }),
  );
  const model = (text: string) => {
    const parsed = parseConfig(text);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed));
    return parsed;
  };
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 10 }),
      fc.constantFrom(written, "# top\n# end\n", "{}"),
      (row, begin) => {
        let text: string = begin;
        for (const one of row) {
          const before = model(text).given;
          const edited = editConfig(text, one);
          if (!edited.ok) throw new Error(JSON.stringify([edited, one, text]));
          text = edited.text;
          const { given } = model(text);
          const below = (key: string) => key === one.key || key.startsWith(`${one.key}.`);
          expect(given.some(below)).toBe(one.value !== undefined);
          // Nothing that was set elsewhere is lost; an entry that sets something is no longer one that sets nothing.
          const owner = one.key.split(".").slice(0, 2).join(".");
          const elsewhere = before.filter((key) => !below(key) && key !== owner);
          expect(given).toEqual(expect.arrayContaining(elsewhere));
        }
        if (begin !== "{}") for (const comment of ["# top", "# end"]) expect(text).toContain(comment);
      },
    ),
    { numRuns: 60 },
  );
});

const typedKeys: readonly [key: string, problem: RegExp | null][] = [
  ["projects.acme", null],
  ["projects.acme.limits", null],
  ["projects.acme.limits.maxTurns", null],
  ["checks.test", null],
  ["checks.test.timeoutSeconds", null],
  ["toolboxes.hook.url", null],
  ["projects.", /the name "" cannot be used/],
  ["projects.Acme", /lower-case/],
  ["projects.__proto__", /lower-case/],
  ["projects.acme.", /not a key of projects.acme/],
  ["projects.acme.limit.maxTurns", /Did you mean "limits"/],
  ["projects.acme.constructor", /not a key of projects.acme/],
  ["projects.acme.limits.maxTurns.x", /one value/],
  ["toolboxes.hook.url.x", /one value/],
];
test.each(typedKeys)("the key %s as somebody types it: %p", (key, problem) => {
  const found = mapKeyProblem(key);
  if (problem instanceof RegExp) expect(found).toMatch(problem);
  else expect(found).toBe(problem);
});

test("the schema for editors takes a check as a text or a section, and an entry with nothing but its name", () => {
  const entry = (map: string) =>
    (publishedSchema() as { properties: Record<string, { additionalProperties: object }> }).properties[map]
      ?.additionalProperties;
  expect(entry("checks")).toMatchObject({
    anyOf: [{ type: "string" }, { type: "object", required: ["command"] }],
  });
  expect(entry("projects")).toMatchObject({
    type: ["object", "null"],
    additionalProperties: false,
    properties: { limits: { type: ["object", "null"] } },
  });
});
