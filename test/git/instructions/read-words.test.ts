// What the person's branch says to workers, read from real and hostile repositories, and its skills on disk.
import { describe, expect, test } from "bun:test";
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { layOutSkills } from "../../../src/git/instructions/lay-out-skills.ts";
import { findInstructions, readWords } from "../../../src/git/instructions/read-words.ts";
import { planInstructions } from "../../../src/rules/prompt/instructions/instructions.ts";
import { commitFiles, gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { integration, openTestProject } from "../project.ts";

type TestProject = Awaited<ReturnType<typeof openTestProject>>;
const tools = ["Read", "Write"];

async function wordsAt({ deps, name, checkout }: TestProject, revision = "main") {
  const commit = gitIn(checkout, "rev-parse", revision);
  return readWords(deps, { project: name, branch: revision, commit });
}

const toldIn = async (project: TestProject, revision?: string) =>
  planInstructions(await wordsAt(project, revision), tools);

/** Makes a commit of a tree that git itself would not make from a checkout. Each line is one of `git mktree`. */
function commitTree(checkout: string, lines: string): string {
  const run = Bun.spawnSync(["git", "mktree", "--missing"], { cwd: checkout, stdin: Buffer.from(lines) });
  expect(run.stderr.toString()).toBe("");
  return gitIn(checkout, "commit-tree", "-m", "Odd", run.stdout.toString().trim());
}

const blobOf = (checkout: string, text: string): string => {
  const run = Bun.spawnSync(["git", "hash-object", "-w", "--stdin"], {
    cwd: checkout,
    stdin: Buffer.from(text),
  });
  return run.stdout.toString().trim();
};

describe("the commit", () => {
  test("is the tip of the person's branch, and none where the hall moves that branch itself", async () => {
    const { deps, name, checkout } = await openTestProject();
    expect(await findInstructions(deps, name)).toEqual({
      branch: "main",
      commit: gitIn(checkout, "rev-parse", "main"),
    });
    const projects = (settings: object) => ({
      ...deps,
      projects: () => ({ ...deps.projects(), ...settings }),
    });
    const own = deps.projects()[name];
    const moved = projects({ acme: { ...own, branch: integration } });
    expect(await findInstructions(moved, name)).toBeNull();
    // Another project moves it, in the same repository.
    const other = projects({ other: { ...own, branch: "b", integration: "main" } });
    expect(await findInstructions(other, name)).toBeNull();
    const gone = projects({ acme: { ...own, branch: "gone" } });
    expect(await findInstructions(gone, name)).toBeNull();
  });

  test("that is no longer there leaves everything out, and says so", async () => {
    const { deps, name } = await openTestProject();
    const words = await readWords(deps, { project: name, branch: "main", commit: "1".repeat(40) });
    expect(planInstructions(words, tools)).toMatchObject({
      files: [],
      leftOut: [{ path: ".", why: expect.stringContaining("no longer has the commit") }],
    });
  });
});

test("the words are those of the commit, whatever the checkout and a worker's branch say", async () => {
  const project = await openTestProject({ "AGENTS.md": "Mine.\n" });
  const { checkout } = project;
  gitIn(checkout, "checkout", "-q", "-b", "claude/commission/1");
  commitFiles(checkout, { "AGENTS.md": "A worker's.\n" });
  gitIn(checkout, "checkout", "-q", "main");
  writeFiles(checkout, { "AGENTS.md": "Not committed.\n" });
  expect((await toldIn(project)).files).toMatchObject([{ path: "AGENTS.md", text: "Mine.\n", told: 6 }]);
  // The control: at the other branch it would be the worker's.
  expect((await toldIn(project, "claude/commission/1")).files).toMatchObject([{ text: "A worker's.\n" }]);
});

test("no setting, filter or replaced object of the repository changes them", async () => {
  const project = await openTestProject({
    "AGENTS.md": "Mine.\n",
    ".gitattributes": "*.md filter=evil text eol=crlf\n",
  });
  const { checkout } = project;
  const trap = join(tempDir(), "filter-ran");
  gitIn(checkout, "config", "filter.evil.smudge", `touch ${trap}; cat`);
  gitIn(checkout, "replace", gitIn(checkout, "rev-parse", "main:AGENTS.md"), blobOf(checkout, "Replaced.\n"));
  expect((await toldIn(project)).files).toMatchObject([{ text: "Mine.\n" }]);
  expect(existsSync(trap)).toBe(false);
});

describe("a hostile tree", () => {
  test("of links, submodules, bytes, huge files and odd names is left out by name", async () => {
    const project = await openTestProject({
      "b/AGENTS.md": "\u0000",
      "h/AGENTS.md": "x".repeat(10 * 1024 * 1024),
      "e/AGENTS.md": " \n",
      "claude.md": "No.\n",
      "\u202egnp/AGENTS.md": "No.\n",
      "AGENTS.md/x": "AGENTS.md is a directory here.\n",
    });
    const { checkout } = project;
    symlinkSync("../../../../etc/passwd", join(checkout, "CLAUDE.md"));
    gitIn(checkout, "add", "-A");
    gitIn(checkout, "update-index", "--add", "--cacheinfo", `160000,${"2".repeat(40)},m/AGENTS.md`);
    gitIn(checkout, "commit", "-qm", "Odd");
    const { files, nested, leftOut } = await toldIn(project);
    const huge = (await wordsAt(project)).entries?.find(({ path }) => path === "h/AGENTS.md");
    expect(huge).toMatchObject({ size: 10 * 1024 * 1024, bytes: null });
    expect({ files, nested }).toEqual({ files: [], nested: [] });
    expect(Object.fromEntries(leftOut.map(({ path, why }) => [path, why]))).toEqual({
      "CLAUDE.md": "it is a link",
      "b/AGENTS.md": "it is not a text",
      "h/AGENTS.md": "it is larger than 1 MB",
      "e/AGENTS.md": "it is empty",
      "claude.md": "its name is written otherwise",
      "�gnp/AGENTS.md": "its name has characters that cannot be shown",
      "m/AGENTS.md": "it is a submodule",
    });
  });

  test("with bytes that are not UTF-8, in a name or a text, and with objects that are missing", async () => {
    const project = await openTestProject();
    const { checkout } = project;
    const run = Bun.spawnSync(["git", "hash-object", "-w", "--stdin"], {
      cwd: checkout,
      stdin: Buffer.from([0x41, 0xff]),
    });
    const commit = commitTree(
      checkout,
      [
        `100644 blob ${run.stdout.toString().trim()}\tAGENTS.md`,
        `100644 blob ${"3".repeat(40)}\tCLAUDE.md`,
        "",
      ].join("\n"),
    );
    const { leftOut, files } = await toldIn(project, commit);
    expect(files).toEqual([]);
    expect(leftOut).toEqual([
      { path: "AGENTS.md", why: "it is not UTF-8" },
      { path: "CLAUDE.md", why: "the repository does not have its content" },
    ]);
  });

  test("of thousands of files still shows what stands at the top, and leaves all skills out", async () => {
    const project = await openTestProject({ "AGENTS.md": "Top.\n" });
    const { checkout } = project;
    const blob = blobOf(checkout, "x");
    const head = blobOf(checkout, "---\ndescription: How\n---\n");
    const many = (count: number, nameOf: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => `100644 ${blob} 0\t${nameOf(n)}\n`).join("");
    const lines = [
      many(6000, (n) => `d/${n}/AGENTS.md`),
      many(4700, (n) => `.claude/skills/a/z${n}`),
      // Only a part of this one would be listed.
      `100644 ${head} 0\t.claude/skills/b/SKILL.md\n`,
      many(800, (n) => `.claude/skills/b/z${n}`),
    ];
    const stdin = Buffer.from(lines.join(""));
    Bun.spawnSync(["git", "update-index", "--index-info"], { cwd: checkout, stdin });
    gitIn(checkout, "commit", "-qm", "Many");
    const { files, nested, skills, leftOut } = await toldIn(project);
    expect(files).toMatchObject([{ path: "AGENTS.md", text: "Top.\n" }]);
    expect([nested.length, skills.length]).toEqual([100, 0]);
    expect(leftOut).toContainEqual({ path: ".", why: "there are too many files of skills to list them all" });
  });
});

test("skills are written as plain files with their rights, again each time, and nothing leads out", async () => {
  const head = "---\ndescription: How to tag\n---\n";
  const project = await openTestProject({
    ".agents/skills/tag/SKILL.md": head,
    ".agents/skills/tag/scripts/run.sh": "#!/bin/sh\n",
  });
  const { deps, name, checkout } = project;
  symlinkSync("/etc", join(checkout, ".agents/skills/tag/etc"));
  gitIn(checkout, "add", "-A");
  gitIn(checkout, "update-index", "--chmod=+x", ".agents/skills/tag/scripts/run.sh");
  gitIn(checkout, "commit", "-qm", "Link");
  const { skills, leftOut } = await toldIn(project);
  expect(leftOut).toEqual([{ path: ".agents/skills/tag/etc", why: "it is a link" }]);
  const into = join(tempDir(), "skills");
  for (const round of [1, 2]) {
    await layOutSkills(deps, { project: name, skills, into });
    expect([round, ...readdirSync(into, { recursive: true }).map(String).toSorted()]).toEqual([
      round,
      "tag",
      "tag/SKILL.md",
      "tag/scripts",
      "tag/scripts/run.sh",
    ]);
    writeFiles(into, { "tag/left.txt": "by a worker" });
  }
  expect(readFileSync(join(into, "tag/SKILL.md"), "utf8")).toBe(head);
  const rights = ["tag/SKILL.md", "tag/scripts/run.sh"].map(
    (path) => lstatSync(join(into, path)).mode & 0o111,
  );
  expect(rights[0]).toBe(0);
  expect(rights[1]).not.toBe(0);
});
