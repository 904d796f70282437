// Which skills of a project a worker is offered, and what their untrusted front matter may say.
import { describe, expect, test } from "bun:test";
import { modes, type ReadEntry } from "../../../src/rules/prompt/instructions/entries.ts";
import { readSkillHead } from "../../../src/rules/prompt/instructions/skill-head.ts";
import { directory, entry, plan, someSkill, textOf } from "./told.ts";

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
    ["among others, all behind a link", [entry(".claude/skills", "../x", modes.link)], "it is a link"],
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
    expect(leftOut).toEqual([{ path: expect.stringContaining(".claude/skills"), why }]);
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
