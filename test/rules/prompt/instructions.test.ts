// What a worker is told of a project's own words: which files, how they are quoted and cut, and when nested ones are added.
import { describe, expect, test } from "bun:test";
import { modes, type ReadEntry } from "../../../src/rules/prompt/instructions/entries.ts";
import { givenFact, mostInstructionBytes } from "../../../src/rules/prompt/instructions/instructions.ts";
import { namedPath } from "../../../src/rules/prompt/instructions/named-path.ts";
import {
  additionFor,
  mostNestedBytes,
  mostTexts,
  nothingTold,
} from "../../../src/rules/prompt/instructions/nested.ts";
import { bringsStrangersWords } from "../../../src/rules/project/taint.ts";
import { givenWords } from "../../../src/rules/show/instruction-words.ts";
import { entry, oidOf, plan, someSkill, textOf } from "./told.ts";

describe("the files at the top", () => {
  test("are told AGENTS.md first, each line of them behind a mark", () => {
    const text = textOf([
      entry("CLAUDE.md", "Two.\n"),
      entry("AGENTS.md", "One.\n\n# Rules\r</x>\u2028# Commission\n"),
    ]);
    expect(text).toContain('# What project "acme" says');
    expect(text).toContain("main has them (commit cccccccccccc)");
    expect(text).toContain(
      "## AGENTS.md\n\n> One.\n> \n> # Rules\n> ‹/x>\n> # Commission\n\n## CLAUDE.md\n\n> Two.",
    );
    // No line of theirs stands at the beginning of a line.
    expect(text).not.toMatch(/^(# Rules|# Commission|<)/m);
  });

  const same: [string, ReadEntry[]][] = [
    ["a copy", [entry("AGENTS.md", "Same.\n"), entry("CLAUDE.md", "Same.")]],
    ["a link", [entry("AGENTS.md", "Same.\n"), entry("CLAUDE.md", "AGENTS.md", modes.link)]],
    ["an import", [entry("AGENTS.md", "Same.\n"), entry("CLAUDE.md", "@./AGENTS.md\n")]],
  ];
  test.each(same)("are told once if CLAUDE.md is %s of AGENTS.md", (_what, entries) => {
    const { files, leftOut } = plan(entries);
    expect(leftOut).toEqual([]);
    expect(files).toMatchObject([
      { path: "AGENTS.md", told: 6 },
      { path: "CLAUDE.md", told: 0, sameAs: "AGENTS.md" },
    ]);
    const text = textOf(entries);
    expect(text.split("> Same.")).toHaveLength(2);
    expect(text).toContain("It says the same as AGENTS.md.");
  });

  test("are told once if AGENTS.md is the one that imports or links", () => {
    for (const first of [entry("AGENTS.md", "@CLAUDE.md"), entry("AGENTS.md", "./CLAUDE.md", modes.link)])
      expect(plan([first, entry("CLAUDE.md", "Same.\n")]).files).toMatchObject([
        { path: "AGENTS.md", sameAs: "CLAUDE.md" },
        { path: "CLAUDE.md", told: 6 },
      ]);
  });

  test("are both told if each imports the other, and an import beside other words stays a word", () => {
    const each = plan([entry("AGENTS.md", "@CLAUDE.md"), entry("CLAUDE.md", "@AGENTS.md")]).files;
    expect(each.map(({ sameAs }) => sameAs)).toEqual([undefined, undefined]);
    expect(textOf([entry("AGENTS.md", "Read @docs/style.md and @/etc/passwd.")])).toContain(
      "> Read @docs/style.md and @/etc/passwd.",
    );
  });

  test("may begin with a byte order mark, which is one of their bytes", () => {
    expect(plan([entry("AGENTS.md", "\ufeffOne.")]).files).toMatchObject([{ bytes: 7, told: 7 }]);
    expect(plan([entry("AGENTS.md", "A"), entry("CLAUDE.md", "\ufeff@AGENTS.md\r\n")]).files[1]?.sameAs).toBe(
      "AGENTS.md",
    );
  });

  test("a link to anywhere else is left out", () => {
    for (const target of ["/etc/passwd", "../AGENTS.md", "docs/AGENTS.md", "AGENTS.md/../x"])
      expect(plan([entry("AGENTS.md", "A"), entry("CLAUDE.md", target, modes.link)]).leftOut).toEqual([
        { path: "CLAUDE.md", why: "it is a link" },
      ]);
  });

  test("have 32 kB together, what is cut is said, and a character is never halved", () => {
    const long = "é".repeat(20_000);
    const entries = [entry("AGENTS.md", "A".repeat(1001)), entry("CLAUDE.md", long)];
    const { files } = plan(entries);
    const told = files.map((file) => file.told);
    expect(told).toEqual([1001, 31_766]);
    expect(files[1]?.text).toBe("é".repeat(15_883));
    expect(textOf(entries)).toContain("The rest of CLAUDE.md is cut: 31766 of its 40000 bytes are above");
    const full = plan([entry("AGENTS.md", "A".repeat(mostInstructionBytes + 1)), entry("CLAUDE.md", "B")]);
    expect(full.files).toMatchObject([{ told: mostInstructionBytes }]);
    expect(full.leftOut).toEqual([{ path: "CLAUDE.md", why: "the other instructions leave no room for it" }]);
  });
});

describe("a fact", () => {
  test("names each file with its hash and size and no text, and at most 20 that were left out", () => {
    const odd = Array.from({ length: 25 }, (_, n) => entry(`d${n}/agents.md`, "x"));
    const fact = givenFact(plan([entry("AGENTS.md", "One.\n"), entry("web/AGENTS.md", "Web."), ...odd]));
    expect(fact).toMatchObject({
      files: [{ path: "AGENTS.md", oid: oidOf("One.\n"), bytes: 5, told: 5 }],
      nested: [{ path: "web/AGENTS.md", oid: oidOf("Web."), bytes: 4 }],
      more: 5,
    });
    expect(fact?.leftOut).toHaveLength(20);
    expect(JSON.stringify(fact)).not.toContain("One.");
  });

  test("is said in words for a person, with the first five that were left out", () => {
    const odd = Array.from({ length: 25 }, (_, n) => entry(`d${n}/agents.md`, "x"));
    const entries = [
      entry("AGENTS.md", "A".repeat(40_000)),
      entry("web/AGENTS.md", "B"),
      ...someSkill(".claude/skills/tag"),
    ];
    const fact = givenFact(plan([...entries, ...odd]));
    const why = "(its name is written otherwise)";
    expect(fact && givenWords(fact)).toEqual({
      told: "AGENTS.md (32768 of 40000 bytes), 1 file for parts of the project, skills: tag",
      not: `${[0, 1, 2, 3, 4].map((n) => `d${n}/agents.md ${why}`).join(", ")}, 20 more`,
    });
  });

  test("taints no run, because the person's own branch says it", () => {
    const given = givenFact(plan([entry("AGENTS.md", "One.\n")]));
    expect(given && bringsStrangersWords(given)).toBe(false);
    expect(bringsStrangersWords({ type: "instructions.added", callId: "c1", files: [], leftOut: [] })).toBe(
      false,
    );
  });

  test("is not written where there is nothing, and then nothing is said", () => {
    expect(givenFact(plan([]))).toBeNull();
    expect(textOf([])).toBe("");
  });
});

test("a worker without file tools is told no more than what stands at the top", () => {
  const entries = [entry("AGENTS.md", "A"), entry("web/AGENTS.md", "B"), ...someSkill(".claude/skills/tag")];
  expect(plan(entries, ["WebSearch"])).toMatchObject({ nested: [], skills: [] });
  expect(plan(entries, ["Glob"])).toMatchObject({ nested: [{ path: "web/AGENTS.md" }], skills: [] });
  expect(plan(entries, ["Read"])).toMatchObject({ nested: [{}], skills: [{ name: "tag" }] });
});

describe("instructions for parts of a project", () => {
  const told = plan([
    entry("web/AGENTS.md", "Web.\n"),
    entry("web/CLAUDE.md", "@AGENTS.md"),
    entry("web/deep/AGENTS.md", "Deep."),
    entry("webs/AGENTS.md", "Not web."),
  ]);
  const order = { project: "acme", nested: told.nested };

  test("are added at the first path at or below their directory, with those above, and once", () => {
    expect(additionFor(order, nothingTold, "web.ts")).toBeNull();
    expect(additionFor(order, nothingTold, "")).toBeNull();
    const first = additionFor(order, nothingTold, "web/deep/a.ts");
    expect(first?.files).toMatchObject([
      { path: "web/AGENTS.md", told: 5 },
      { path: "web/CLAUDE.md", sameAs: "web/AGENTS.md" },
      { path: "web/deep/AGENTS.md", told: 5 },
    ]);
    expect(first?.texts).toEqual([expect.stringMatching(/> Web\.[^]*> Deep\.$/)]);
    expect(additionFor(order, first?.state ?? nothingTold, "web")).toBeNull();
    expect(additionFor(order, first?.state ?? nothingTold, "webs")?.files).toMatchObject([
      { path: "webs/AGENTS.md" },
    ]);
  });

  test("have 32 kB together, come in pieces that reach the model, and no line of theirs begins a line", () => {
    const lines = "# Rules of the hall\n".repeat(1500);
    const long = plan([
      entry("a/AGENTS.md", lines),
      entry("b/AGENTS.md", "B".repeat(20_000)),
      entry("c/AGENTS.md", "C"),
    ]);
    const nested = { project: "acme", nested: long.nested };
    const first = additionFor(nested, nothingTold, "a");
    expect(first?.texts.length).toBeLessThanOrEqual(mostTexts(nested));
    for (const text of first?.texts ?? []) expect(text.length).toBeLessThanOrEqual(9000);
    expect(first?.texts.join("\n").match(/^> # Rules of the hall$/gm)).toHaveLength(1500);
    expect(first?.texts.join("\n")).not.toMatch(/^# Rules/m);
    const second = additionFor(nested, first?.state ?? nothingTold, "b/x");
    expect(second?.files).toMatchObject([{ path: "b/AGENTS.md", told: mostNestedBytes - 30_000 }]);
    expect(second?.texts.join("\n")).toContain("The rest is cut: 2768 of its 20000 bytes are told");
    const third = additionFor(nested, second?.state ?? nothingTold, "c");
    expect(third).toMatchObject({ texts: [], files: [], leftOut: [{ path: "c/AGENTS.md" }] });
  });
});

describe("the path that a call names", () => {
  const work = "/gh/work";
  const cases: [string, object, string | null][] = [
    ["Read", { file_path: "web/a.ts" }, "web/a.ts"],
    ["Read", { file_path: "/gh/work/web/a.ts" }, "web/a.ts"],
    ["Write", { file_path: "/gh/work/docs/../web//a.ts" }, "web/a.ts"],
    ["Edit", { file_path: "/gh/work/../work/web" }, "web"],
    ["Read", { file_path: "/gh/workweb/a.ts" }, null],
    ["Read", { file_path: "/gh/work/../../etc/passwd" }, null],
    ["Read", { file_path: "../web/a.ts" }, null],
    ["Read", { file_path: "web/\0a.ts" }, null],
    ["Read", { file_path: "a".repeat(5000) }, null],
    ["Read", { file_path: { toString: "web" } }, ""],
    ["Read", {}, ""],
    ["Grep", { pattern: "x" }, ""],
    ["Grep", { pattern: "x", path: "web" }, "web"],
    ["Grep", { pattern: "x", glob: "web/**/*.ts" }, "web"],
    ["Glob", { pattern: "web/deep/*.ts" }, "web/deep"],
    ["Glob", { pattern: "deep/{a,b}/c", path: "/gh/work/web" }, "web/deep"],
    ["Glob", { pattern: "/gh/work/web/*" }, "web"],
    ["Glob", { pattern: "/etc/*" }, null],
    ["Glob", { pattern: "**/*.ts" }, ""],
  ];
  test.each(cases)("of %s with %j", (tool, input, path) => {
    expect(namedPath({ tool, input, work })).toBe(path);
  });

  test("is none of an input that is no object", () => {
    for (const input of [null, "web", 7, undefined])
      expect(namedPath({ tool: "Read", input, work })).toBe("");
  });
});
