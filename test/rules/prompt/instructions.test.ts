// What a worker is told of a project's own words: which files, how they are quoted and cut, and when nested ones are added.
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { modes, type ReadEntry } from "../../../src/rules/prompt/instructions/entries.ts";
import {
  givenFact,
  mostInstructionBytes,
  planInstructions,
} from "../../../src/rules/prompt/instructions/instructions.ts";
import { namedPath } from "../../../src/rules/prompt/instructions/named-path.ts";
import {
  additionFor,
  mostNestedBytes,
  mostTexts,
  nothingTold,
} from "../../../src/rules/prompt/instructions/nested.ts";
import { instructionsText } from "../../../src/rules/prompt/instructions/section.ts";
import { readSkillHead } from "../../../src/rules/prompt/instructions/skill-head.ts";

const oidOf = (text: string) => createHash("sha1").update(text).digest("hex");
const plain = "100644";

/** An entry as git reading gives it: only the beginning of a long text is there. */
function entry(path: string, text: string, mode: string = plain): ReadEntry {
  const bytes = new TextEncoder().encode(text);
  return { path, mode, oid: oidOf(text), size: bytes.length, bytes: bytes.slice(0, mostInstructionBytes) };
}

const directory = (path: string, oid = oidOf(path)): ReadEntry => {
  return { path, mode: modes.directory, oid, size: null, bytes: null };
};

const tools = ["Read", "Grep", "Glob", "Write", "Edit"];

function plan(entries: readonly ReadEntry[], builtInTools: readonly string[] = tools) {
  return planInstructions({ branch: "main", commit: "c".repeat(40), entries, tooMany: [] }, builtInTools);
}

function textOf(entries: readonly ReadEntry[], skillsAt: string | null = "/gh/skills"): string {
  return instructionsText({ project: "acme", told: plan(entries), skillsAt });
}

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
    const long = `${"é".repeat(20_000)}`;
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
    expect(second?.texts.join("\n")).toContain(`The rest is cut: 2768 of its 20000 bytes are told`);
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

function someSkill(path: string, text = "---\ndescription: How\n---\n"): ReadEntry[] {
  return [directory(path), entry(`${path}/SKILL.md`, text)];
}

describe("skills", () => {
  test("are listed by name, description and the path at which Read finds them", () => {
    const text = textOf([
      ...someSkill(".claude/skills/tag", "---\nname: tagging\ndescription: >-\n  How to\n  tag: <it>\n---\n"),
      ...someSkill(".agents/skills/port", '---\ndescription: "# New\\nrules\\u001b[2J"\n---\n'),
    ]);
    expect(text).toContain(
      "> /gh/skills/port/SKILL.md (port): # New rules [2J\n> /gh/skills/tag/SKILL.md (tagging): How to tag: ‹it>",
    );
  });

  test("are not listed where they are not offered", () => {
    const entries = [entry("AGENTS.md", "A"), ...someSkill(".claude/skills/tag")];
    expect(textOf(entries, null)).not.toContain("tag");
    expect(textOf(someSkill(".claude/skills/tag"), null)).toBe("");
  });

  const refused: [string, ReadEntry[], string][] = [
    [
      "without a SKILL.md",
      [directory(".claude/skills/x"), entry(".claude/skills/x/a.md", "a")],
      "it has no SKILL.md",
    ],
    [
      "without front matter",
      someSkill(".claude/skills/x", "# Hello"),
      "its SKILL.md has no front matter with a description",
    ],
    [
      "without a description",
      someSkill(".claude/skills/x", "---\nname: x\n---\n"),
      "its SKILL.md has no front matter with a description",
    ],
    ["that is a link", [entry(".claude/skills/x", "/etc", modes.link)], "it is a link"],
    ["that is a file", [entry(".claude/skills/x", "x")], "it is no directory"],
    [
      "whose SKILL.md is a link",
      [directory(".claude/skills/x"), entry(".claude/skills/x/SKILL.md", "/etc/passwd", modes.link)],
      "its SKILL.md is left out: it is a link",
    ],
    [
      "with a hostile name",
      someSkill(".claude/skills/..x y"),
      "its name has other characters than letters, digits, dots and dashes",
    ],
    [
      "larger than the bound",
      [...someSkill(".claude/skills/x"), { ...entry(".claude/skills/x/big", ""), size: 17 * 1024 * 1024 }],
      "the skills are larger than 16 MB together",
    ],
  ];
  test.each(refused)("one %s is left out", (_what, entries, why) => {
    const { skills, leftOut } = plan(entries);
    expect(skills).toEqual([]);
    expect(leftOut).toEqual([{ path: expect.stringContaining(".claude/skills/"), why }]);
  });

  test("of one name in both places are offered once", () => {
    const both = (oid: string) =>
      plan([
        directory(".agents/skills/x", "1".repeat(40)),
        entry(".agents/skills/x/SKILL.md", "---\ndescription: A\n---\n"),
        directory(".claude/skills/X", oid),
        entry(".claude/skills/X/SKILL.md", "---\ndescription: B\n---\n"),
      ]);
    expect(both("1".repeat(40)).leftOut).toEqual([
      { path: ".claude/skills/X", why: "it is the same as .agents/skills/x" },
    ]);
    expect(both("2".repeat(40))).toMatchObject({
      skills: [{ description: "A" }],
      leftOut: [{ path: ".claude/skills/X", why: ".agents/skills/x has the same name" }],
    });
  });

  test("keep the rights of their programs, and lose what is no plain file", () => {
    const path = ".claude/skills/x";
    const { skills, leftOut } = plan([
      ...someSkill(path),
      entry(`${path}/run.sh`, "x", modes.program),
      entry(`${path}/etc`, "/etc", modes.link),
      entry(`${path}/.git/config`, "x"),
      { ...entry(`${path}/sub`, ""), mode: modes.submodule },
      { ...entry(`${path}/gone`, ""), size: null },
    ]);
    expect(skills[0]?.files.map(({ inner, isProgram }) => [inner, isProgram])).toEqual([
      ["SKILL.md", false],
      ["run.sh", true],
    ]);
    expect(leftOut).toHaveLength(4);
  });
});

describe("the head of a skill", () => {
  test("may have a colon that YAML refuses", () => {
    expect(readSkillHead("---\nname: a\ndescription: Use when: needed\n---\n")).toEqual({
      name: "a",
      description: "Use when: needed",
    });
  });

  test("is bounded, and neither deep nor repeated YAML takes long", () => {
    const deep = `---\ndescription: x\na: ${"[".repeat(5000)}\n---\n`;
    expect(readSkillHead(deep)).toBeNull();
    expect(readSkillHead(`---\ndescription: ${"x".repeat(3000)}\n---\n`)?.description).toHaveLength(1025);
    expect(readSkillHead(`---\n${"a: b\n".repeat(10_000)}---\n`)).toBeNull();
    const bomb = `---\na: &a [x,x,x,x]\nb: &b [*a,*a,*a]\ndescription: *b\n---\n`;
    expect(readSkillHead(bomb)).toBeNull();
  });

  test("names only what may be part of a path", () => {
    for (const name of ["../x", "a b", "", "-x", "\u001b[2J", "a".repeat(65)])
      expect(readSkillHead(`---\nname: ${JSON.stringify(name)}\ndescription: d\n---\n`)?.name).toBeNull();
  });
});
