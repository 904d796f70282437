// The integration worktree follows its branch, and never over what a person did there.
import { afterEach, expect, test } from "bun:test";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { bringAlong } from "../../../src/git/merge/bring-along.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { removeTempDirs } from "../../harness/temp.ts";
import { integration, openTestProject, tipOf, type TestProject, work } from "../project.ts";

afterEach(removeTempDirs);

const follow = ({ deps, name, repository }: TestProject) =>
  bringAlong(deps, { project: name, repository, branch: integration });

const at = ({ place }: TestProject, path: string) => `${place.workTree}/${path}`;
const read = (project: TestProject, path: string) => readFileSync(at(project, path), "utf8");
const status = ({ place }: TestProject) => gitIn(place.workTree, "status", "--porcelain", "--branch");

const moved = { "a.txt": "2\n", "b.txt": null, "dir/new.txt": "new\n" };

test("it goes from tip to tip, with every kind of change", async () => {
  const project = await openTestProject();
  work(project, moved);
  expect(await follow(project)).toBeNull();
  expect(status(project)).toBe(`## ${integration}`);
  expect([read(project, "a.txt"), existsSync(at(project, "b.txt"))]).toEqual(["2\n", false]);
});

test("edits and staged changes of other files stay while it goes on", async () => {
  const project = await openTestProject();
  writeFileSync(at(project, "dir/c.txt"), "edited\n");
  writeFileSync(at(project, "staged.txt"), "staged\n");
  writeFileSync(at(project, "untracked.txt"), "untracked\n");
  gitIn(project.place.workTree, "add", "staged.txt");
  work(project, moved);
  expect(await follow(project)).toBeNull();
  expect(status(project).split("\n").sort()).toEqual(
    [`## ${integration}`, " M dir/c.txt", "A  staged.txt", "?? untracked.txt"].sort(),
  );
});

const inTheWay: Record<string, (project: TestProject) => void> = {
  "an edit": (project) => writeFileSync(at(project, "a.txt"), "mine\n"),
  "a staged change": (project) => {
    writeFileSync(at(project, "a.txt"), "mine\n");
    gitIn(project.place.workTree, "add", "a.txt");
  },
  "a staged change with the old file beside it": (project) => {
    writeFileSync(at(project, "a.txt"), "mine\n");
    gitIn(project.place.workTree, "add", "a.txt");
    writeFileSync(at(project, "a.txt"), "a\n");
  },
  "an untracked file": (project) => writeFileSync(at(project, "dir/new.txt"), "mine\n"),
  "an edit of a file that goes": (project) => writeFileSync(at(project, "b.txt"), "mine\n"),
};

for (const [what, disturb] of Object.entries(inTheWay)) {
  test(`with ${what} in the way it stays behind, says so, and loses nothing`, async () => {
    const project = await openTestProject();
    const before = tipOf(project, integration);
    disturb(project);
    const files = ["a.txt", "b.txt", "dir/c.txt"].map((path) => read(project, path));
    const index = gitIn(project.place.workTree, "ls-files", "-s");
    const tip = work(project, moved);
    expect(await follow(project)).toContain("something was changed there");
    expect(["a.txt", "b.txt", "dir/c.txt"].map((path) => read(project, path))).toEqual(files);
    expect(gitIn(project.place.workTree, "ls-files", "-s")).toBe(index);
    // A commit that is made there now takes nothing of the branch back.
    expect(gitIn(project.place.workTree, "rev-parse", "HEAD")).toBe(before);
    expect(tipOf(project, integration)).toBe(tip);
    // Once it is out of the way, it goes on.
    gitIn(project.place.workTree, "stash", "-q", "--include-untracked");
    work(project, { "later.txt": "later\n" });
    expect(await follow(project)).toBeNull();
    expect(status(project)).toBe(`## ${integration}`);
    expect(read(project, "later.txt")).toBe("later\n");
  });
}

test("a commit that a person made there in the meantime is theirs, and is left alone", async () => {
  const project = await openTestProject();
  writeFileSync(at(project, "a.txt"), "mine\n");
  work(project, moved);
  await follow(project);
  gitIn(project.place.workTree, "commit", "-qam", "mine");
  const mine = gitIn(project.place.workTree, "rev-parse", "HEAD");
  expect(await follow(project)).toContain(mine);
  expect(gitIn(project.place.workTree, "rev-parse", "HEAD")).toBe(mine);
  gitIn(project.place.workTree, "switch", "-q", integration);
  expect(await follow(project)).toBeNull();
  expect(status(project)).toBe(`## ${integration}`);
});

test("a person's commit on the branch, and one of the hall's on top, are both shown", async () => {
  const project = await openTestProject();
  writeFileSync(at(project, "a.txt"), "theirs\n");
  gitIn(project.place.workTree, "commit", "-qam", "theirs");
  work(project, { "a.txt": "on top\n" });
  expect(await follow(project)).toBeNull();
  expect([read(project, "a.txt"), status(project)]).toEqual(["on top\n", `## ${integration}`]);
});

test("another branch in its place is left alone", async () => {
  const project = await openTestProject();
  gitIn(project.place.workTree, "switch", "-q", "-c", "mine");
  work(project, moved);
  expect(await follow(project)).toContain("it is at mine");
  expect(read(project, "a.txt")).toBe("a\n");
});

test("a step that was cut short before its note is taken up again, however far the branch went since", async () => {
  const project = await openTestProject();
  const note = `${project.place.gitDir}/guild-hall-shown`;
  const old = readFileSync(note);
  work(project, moved);
  expect(await follow(project)).toBeNull();
  writeFileSync(note, old);
  work(project, { "a.txt": "3\n" });
  work(project, { "a.txt": "4\n" });
  expect(await follow(project)).toBeNull();
  expect([read(project, "a.txt"), status(project)]).toEqual(["4\n", `## ${integration}`]);
});

test("a checkout that was cut in the middle is finished, beside a person's edit", async () => {
  const project = await openTestProject();
  work(project, moved);
  // As far as it came: files are written before the index is.
  writeFileSync(at(project, "a.txt"), "2\n");
  rmSync(at(project, "b.txt"));
  writeFileSync(at(project, "dir/c.txt"), "edited\n");
  expect(await follow(project)).toBeNull();
  expect(status(project)).toBe(`## ${integration}\n M dir/c.txt`);
  expect(read(project, "dir/new.txt")).toBe("new\n");
});

test("a touched file is no change", async () => {
  const project = await openTestProject();
  const text = read(project, "a.txt");
  rmSync(at(project, "a.txt"));
  writeFileSync(at(project, "a.txt"), text);
  work(project, moved);
  expect(await follow(project)).toBeNull();
});

test("a lock of git's there is named, and waits for its owner", async () => {
  const project = await openTestProject();
  const lock = `${project.place.gitDir}/index.lock`;
  writeFileSync(lock, "");
  work(project, moved);
  expect(await follow(project)).toContain(lock);
  expect(existsSync(lock)).toBeTrue();
  rmSync(lock);
  expect(await follow(project)).toBeNull();
  expect(status(project)).toBe(`## ${integration}`);
});

test("without its note, what is staged there is still seen", async () => {
  const project = await openTestProject();
  rmSync(`${project.place.gitDir}/guild-hall-shown`);
  work(project, { "other.txt": "other\n" });
  expect(await follow(project)).toBeNull();
  rmSync(`${project.place.gitDir}/guild-hall-shown`);
  appendFileSync(at(project, "a.txt"), "mine\n");
  gitIn(project.place.workTree, "add", "a.txt");
  work(project, moved);
  expect(await follow(project)).not.toBeNull();
  expect(read(project, "a.txt")).toBe("a\nmine\n");
  expect(gitIn(project.place.workTree, "show", ":a.txt")).toBe("a\nmine");
});

const gone: Record<string, (project: TestProject) => void> = {
  "its directory is": ({ place }) => rmSync(place.workTree, { recursive: true }),
  "all of it is": ({ place, checkout }) => gitIn(checkout, "worktree", "remove", "--force", place.workTree),
  "its part in the repository is": ({ place }) => rmSync(place.gitDir, { recursive: true }),
};

for (const [what, remove] of Object.entries(gone)) {
  test(`it is made again where ${what} gone`, async () => {
    const project = await openTestProject();
    remove(project);
    work(project, moved);
    expect(await follow(project)).toBeNull();
    expect(gitIn(project.place.workTree, "rev-parse", "HEAD")).toBe(tipOf(project, integration));
    work(project, { "later.txt": "later\n" });
    await follow(project);
    expect(gitIn(project.place.workTree, "rev-parse", "--abbrev-ref", "HEAD")).toBe(integration);
  });
}

test("something else in its place is left alone", async () => {
  const project = await openTestProject();
  rmSync(project.place.workTree, { recursive: true });
  writeFileSync(project.place.workTree, "mine");
  work(project, moved);
  expect(await follow(project)).toContain("is in the way");
  expect(readFileSync(project.place.workTree, "utf8")).toBe("mine");
});
