// The record of a commission as a git note: once on its commit, beside other notes, and never on another notes ref.
import { afterEach, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { noteRecord } from "../../../src/git/merge/record-note.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";
import { fsck, leaveWork, openTestProject, type TestProject, type Work } from "../project.ts";

afterEach(removeTempDirs);

const ref = "refs/notes/guild-hall";

function note({ deps }: TestProject, { id, tree, tip }: Work, text = `# Record of ${id}\n\nDone.\n`) {
  const at = "2026-01-02T03:04:05.678Z";
  return noteRecord(deps, { id, tree, commit: tip, text, at });
}

function shown({ checkout }: TestProject, { tip }: Work): string {
  return gitIn(checkout, "notes", "--ref=guild-hall", "show", tip);
}

/** Everything but the hall's own notes ref. */
function withoutOwn({ checkout }: TestProject): string[] {
  return gitIn(checkout, "for-each-ref", "--format=%(refname) %(objectname)")
    .split("\n")
    .filter((line) => !line.startsWith(ref));
}

test("each commit has its note, once, as git itself shows it", async () => {
  const project = await openTestProject();
  gitIn(project.checkout, "notes", "add", "-m", "mine", "HEAD");
  const refs = withoutOwn(project);
  const works = Array.from({ length: 3 }, (_, at) => leaveWork(project, at + 1, { "a.txt": `${at}\n` }));
  const before = fingerprint(project.checkout);
  for (const work of [...works, ...works]) await note(project, work);
  for (const work of works) expect(shown(project, work)).toBe(`# Record of ${work.id}\n\nDone.`);
  expect(gitIn(project.checkout, "rev-list", "--count", ref)).toBe("3");
  expect(gitIn(project.checkout, "notes", "show", "HEAD")).toBe("mine");
  expect(withoutOwn(project)).toEqual([
    ...works.map(({ tree, tip }) => `refs/heads/${tree.branch} ${tip}`),
    ...refs,
  ]);
  expect(fsck(project)).toBe("");
  expectUnchanged(project.checkout, before);
});

test("notes of a person under the same ref stay, however git has laid them out", async () => {
  const project = await openTestProject();
  const works = Array.from({ length: 4 }, (_, at) => leaveWork(project, at + 1, { "a.txt": `${at}\n` }));
  const [first, second, third, fourth] = works as [Work, Work, Work, Work];
  gitIn(project.checkout, "notes", "--ref=guild-hall", "add", "-m", "mine", first.tip); // git begins without directories
  await note(project, second);
  await note(project, first); // has one already
  gitIn(project.checkout, "notes", "--ref=guild-hall", "add", "-m", "theirs", third.tip);
  await note(project, fourth);
  expect(works.map((work) => shown(project, work))).toEqual([
    "mine",
    `# Record of ${second.id}\n\nDone.`,
    "theirs",
    `# Record of ${fourth.id}\n\nDone.`,
  ]);
});

test("a lock that a killed hall left is no trouble", async () => {
  const project = await openTestProject();
  const work = leaveWork(project, 1, { "a.txt": "x\n" });
  mkdirSync(`${project.repository}/refs/notes`);
  writeFileSync(`${project.repository}/${ref}.lock`, "");
  await note(project, work);
  expect(shown(project, work)).toContain("Done.");
});

test("a notes ref that leads elsewhere is not followed", async () => {
  const project = await openTestProject();
  const work = leaveWork(project, 1, { "a.txt": "x\n" });
  gitIn(project.checkout, "notes", "add", "-m", "mine", "HEAD");
  const theirs = gitIn(project.checkout, "rev-parse", "refs/notes/commits");
  gitIn(project.checkout, "symbolic-ref", ref, "refs/notes/commits");
  await note(project, work);
  expect(gitIn(project.checkout, "rev-parse", "refs/notes/commits")).toBe(theirs);
  expect(shown(project, work)).toContain("Done.");

  const other = await openTestProject();
  const left = leaveWork(other, 1, { "a.txt": "x\n" });
  symlinkSync(tempDir(), `${other.repository}/refs/notes`);
  await expect(note(other, left)).rejects.toThrow(/is a link/);
});
