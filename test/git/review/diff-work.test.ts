// What a commission changed, by real worktrees and branches: as it is now, as it was committed, as it was merged.
import { expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { findExecutable } from "../../../src/host/processes/children.ts";
import { diffWork, type DiffWorkOrder, type WorkDiff } from "../../../src/git/review/diff-work.ts";
import { mostFiles } from "../../../src/git/review/diff-trees.ts";
import { merge, prepareMerge } from "../../../src/git/merge/merge.ts";
import { snapshotTree } from "../../../src/git/snapshot/snapshot.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { until } from "../../harness/hall.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { openTestProject, type TestProject } from "../project.ts";
import { below, close, commit, startWork, type TestWork, write } from "../worktree.ts";
import { commitPeople } from "../../../src/rules/project/commit-people.ts";

const lines = (text: string, count = 20) =>
  Array.from({ length: count }, (_, at) => `${text} ${at}\n`).join("");
const files = {
  "a.txt": "a\nb\nc\n",
  "old/name.txt": lines("same"),
  "gone.txt": "gone\n",
  ".gitignore": "*.log\n",
};

const now = (work: TestWork, path?: string, mayBeCommitted = false) =>
  look(work, { what: "worktree", tree: work.tree, mayBeCommitted, withEarlier: false }, path);

const committed = (work: TestWork, tip: string, merged: string | null = null) =>
  look(work, { what: "commit", tree: work.tree, tip, merged, withEarlier: false });

function look(
  { project, id }: TestWork,
  compared: DiffWorkOrder["compared"],
  path?: string,
): Promise<WorkDiff> {
  return diffWork(project.deps, { id, compared, path });
}

const short = ({ files: found }: WorkDiff) =>
  found.map(({ path, from, change, additions, deletions }) => [change, from, path, additions, deletions]);

function changeAll(work: TestWork): void {
  write(work, {
    "a.txt": "a\nB\nc\n",
    "new/name.txt": `${lines("same")}more\n`,
    "added.txt": "1\n2\n",
    "x.log": "ignored\n",
    "bin.dat": "a\0b",
  });
  for (const path of ["old/name.txt", "gone.txt"]) rmSync(`${work.place.workTree}/${path}`);
}

const allChanges = [
  ["modified", null, "a.txt", 1, 1],
  ["added", null, "added.txt", 2, 0],
  ["added", null, "bin.dat", null, null],
  ["deleted", null, "gone.txt", 0, 1],
  ["renamed", "old/name.txt", "new/name.txt", 1, 0],
];

test("of one at work its worktree is compared as it is, with renames found", async () => {
  const work = await startWork(await openTestProject(files));
  expect(short(await now(work))).toEqual([]);
  changeAll(work);
  const found = await now(work);
  expect(short(found)).toEqual(allChanges);
  expect(found).toMatchObject({ base: work.tree.base, tip: null, total: 5, additions: 4, deletions: 2 });
  expect(found.files[0]?.patch).toStartWith("diff --git a/a.txt b/a.txt\n");
  expect(found.files[0]?.patch).toEndWith("@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
  expect(found.files[2]).toMatchObject({ patch: null, why: "It is not text, or too large to be compared." });
  expect(found.files[4]?.patch).toContain("rename from old/name.txt\nrename to new/name.txt\n");
});

test("of one that has ended its commit is compared, and where that is gone, the one that was merged", async () => {
  const project = await openTestProject(files);
  const work = await startWork(project);
  changeAll(work);
  const { tip } = await commit(work);
  const own = await committed(work, tip ?? "");
  expect(own.tip).toBe(tip);
  const record = ["added", null, `.lore/commissions/${work.id}.md`, 1, 0];
  expect(short(own)).toEqual([record, ...allChanges]);
  const merged = await mergeAndForget(work, tip ?? "");
  const after = await committed(work, tip ?? "", merged);
  expect(after.files).toEqual(own.files);
  expect(after).toMatchObject({ tip: merged, base: gitIn(project.checkout, "rev-parse", `${merged}^`) });
  const gone = committed(work, tip ?? "");
  await expect(gone).rejects.toMatchObject({ code: "gone" });
});

/** Its branch is deleted, and a sweep of the person's takes its commit away. */
async function mergeAndForget(work: TestWork, tip: string): Promise<string> {
  const { project, id, tree } = work;
  gitIn(project.checkout, "commit", "-q", "--allow-empty", "-m", "Somebody else's");
  gitIn(project.checkout, "update-ref", "refs/heads/claude/main", "HEAD");
  const order = {
    id,
    tree,
    tip,
    message: "Do it",
    people: commitPeople("implementer", null),
    at: "2026-03-01T12:00:00.000Z",
  };
  const ready = await prepareMerge(project.deps, order);
  if (ready.kind !== "ready") throw new Error(ready.kind);
  await merge(project.deps, tree, ready);
  await close(work, { tip, merged: ready.commit });
  gitIn(project.checkout, "reflog", "expire", "--expire=all", "--all");
  gitIn(project.checkout, "gc", "-q", "--prune=now");
  return ready.commit;
}

test("of one that is being finished, the branch where it has the work, and else the worktree", async () => {
  const work = await startWork(await openTestProject(files));
  write(work, { "a.txt": "by the worker\n" });
  expect((await now(work, undefined, true)).tip).toBeNull();
  const { tip } = await commit(work);
  expect((await now(work, undefined, true)).tip).toBe(tip);
});

test("a look changes nothing, also while a snapshot is taken, and leaves nothing behind", async () => {
  const work = await startWork(await openTestProject(files));
  const { project, place, id, tree } = work;
  changeAll(work);
  chmodSync(`${place.workTree}/added.txt`, 0o600);
  const objects = () => below(`${project.repository}/objects`);
  const before = {
    objects: objects(),
    kept: below(place.gitDir),
    index: readFileSync(`${place.gitDir}/index`),
  };
  await now(work);
  expect({
    objects: objects(),
    kept: below(place.gitDir),
    index: readFileSync(`${place.gitDir}/index`),
  }).toEqual(before);
  expect(readdirSync(place.view).filter((name) => name.startsWith("look"))).toEqual([]);
  const [taken] = await Promise.all([snapshotTree(project.deps, { id, tree }), now(work)]);
  const again = await snapshotTree(project.deps, { id, tree });
  expect(taken.tree).toBe(again.tree);
});

test("what is closed to its owner stays closed, and a pipe that git would wait at is named at once", async () => {
  const work = await startWork(await openTestProject(files));
  write(work, { "closed/x": "x\n" });
  chmodSync(`${work.place.workTree}/closed/x`, 0);
  await now(work);
  expect(statSync(`${work.place.workTree}/closed/x`).mode & 0o777).toBe(0);
  Bun.spawnSync(["mkfifo", `${work.place.workTree}/closed/.gitignore`]);
  const waits = now(work);
  await expect(waits).rejects.toThrow('"closed/.gitignore" is a pipe');
  expect(existsSync(`${work.place.workTree}/closed/.gitignore`)).toBe(true);
});

const odd = [
  "a\nb",
  'say "hi"',
  "tab\tname",
  "back\\slash",
  "\u202Egnp.exe",
  ":(glob)*",
  "-rf",
  " ",
  "é\u0301",
];

test("names of any kind are themselves, each with its own patch", async () => {
  const work = await startWork(await openTestProject(files));
  write(
    work,
    Object.fromEntries(odd.map((name) => [name, `in ${JSON.stringify(name)}\n+diff --git a/x b/x\n`])),
  );
  const found = await now(work);
  expect(found.files.map(({ path }) => path).toSorted()).toEqual(odd.toSorted());
  for (const { path, patch } of found.files) expect(patch).toContain(`+in ${JSON.stringify(path)}\n`);
  for (const path of odd) {
    const alone = await now(work, path);
    expect(alone.files.map((file) => file.path)).toEqual([path]);
    expect(alone.total).toBe(odd.length);
  }
});

test("names that are no text hide nothing of each other", async () => {
  const work = await startWork(await openTestProject(files));
  const write = `cd "$1" && echo shown > "$(printf 's\\376')" && printf 'a\\000b' > "$(printf 's\\377')"`;
  Bun.spawnSync(["sh", "-c", write, "sh", work.place.workTree]);
  const { tip } = await commit(work);
  const found = (await committed(work, tip ?? "")).files.filter(({ path }) => path.startsWith("s"));
  expect(found.length).toBe(2);
  expect(found[0]?.patch).toContain("+shown\n");
});

test("a file that became a link is told as that, and the rest stays in place", async () => {
  const project = await openTestProject({ ...files, link: "x\n" });
  const work = await startWork(project);
  rmSync(`${work.place.workTree}/link`);
  symlinkSync("/etc/passwd", `${work.place.workTree}/link`);
  write(work, { "z.txt": "last\n", "a.txt": "first\n" });
  const found = await now(work);
  expect(short(found).map(([change, , path]) => [change, path])).toEqual([
    ["modified", "a.txt"],
    ["type", "link"],
    ["added", "z.txt"],
  ]);
  expect(found.files[1]?.patch).toContain("deleted file mode 100644");
  expect(found.files[1]?.patch).toContain("new file mode 120000");
  expect(found.files[1]?.patch).toContain("+/etc/passwd\n");
  expect(found.files[2]?.patch).toContain("+last\n");
});

test("a patch that is too long is left out, and shown where its file is asked for alone", async () => {
  const work = await startWork(await openTestProject(files));
  const long = lines("a line that is long enough to count", 8000);
  write(work, { "a.txt": "short\n", "long.txt": long, "z.txt": "after it\n" });
  const found = await now(work);
  expect(found.files.map(({ patch }) => patch !== null)).toEqual([true, false, true]);
  expect(found.files[1]?.why).toContain("longer than 256 KiB");
  expect(found.files[1]?.additions).toBe(8000);
  expect((await now(work, "long.txt")).files[0]?.patch?.length).toBeGreaterThan(long.length);
});

test("very many files are counted, listed up to a bound, and patched as long as there is room", async () => {
  const work = await startWork(await openTestProject(files));
  const half = lines("words to fill a quarter of what one file may have", 1200);
  const many = Array.from({ length: mostFiles + 20 }, (_, at) => String(at).padStart(5, "0"));
  write(
    work,
    Object.fromEntries(many.map((name, at) => [`many/${name}`, at < 100 ? `${name}\n${half}` : `${name}\n`])),
  );
  const found = await now(work);
  expect(found.total).toBe(many.length);
  expect(found.files).toHaveLength(mostFiles);
  const room = found.files.filter(({ patch }) => patch !== null);
  expect(JSON.stringify(room.map(({ patch }) => patch)).length).toBeLessThan(5 * 1024 * 1024);
  expect(found.files[99]?.why).toContain("no room left");
  expect(room.length).toBeGreaterThan(50);
});

test("a file that is very large is told to differ, and not read", async () => {
  const work = await startWork(await openTestProject(files));
  write(work, { "huge.bin": "" });
  truncateSync(`${work.place.workTree}/huge.bin`, 3 * 1024 ** 3);
  const found = await now(work);
  expect(short(found)).toEqual([["added", null, "huge.bin", null, null]]);
});

test("of a sparse worktree what was never there is not missing", async () => {
  const project = await openTestProject({ ...files, ".lore/brief.md": "brief\n" });
  const work = await startWork(project, { checkout: "sparse" });
  write(work, { ".lore/brief.md": "changed\n" });
  expect(short(await now(work))).toEqual([["modified", null, ".lore/brief.md", 1, 1]]);
});

test("copies of the person's files are not shown", async () => {
  const project = await openTestProject(files);
  await Bun.write(`${project.checkout}/.env`, "TOKEN=secret\n");
  const work = await startWork(project, { copy: [".env"] });
  write(work, { "a.txt": "changed\n" });
  expect(JSON.stringify(await now(work))).not.toContain("TOKEN");
});

const missing: readonly [string, (work: TestWork) => void, RegExp][] = [
  ["a worktree that is gone", ({ place }) => rmSync(place.workTree, { recursive: true }), /is not there/],
  ["one that is being made", ({ place }) => rmSync(`${place.gitDir}/index`), /is being made/],
];

test.each(missing)("%s is said to be", async (_name, take, message) => {
  const work = await startWork(await openTestProject(files));
  take(work);
  const looked = now(work);
  await expect(looked).rejects.toThrow(message);
});

test("a project that was removed is looked at where its repository was", async () => {
  const project = await openTestProject(files);
  const work = await startWork(project);
  write(work, { "a.txt": "changed\n" });
  const { tip } = await commit(work, { document: { path: "x", text: "" } });
  const forgotten: TestProject = { ...project, deps: { ...project.deps, projects: () => ({}) } };
  const found = await committed({ ...work, project: forgotten }, tip ?? "");
  expect(found.files.map(({ path }) => path)).toContain("a.txt");
});

test("a look that takes too long is given up, and leaves nothing behind", async () => {
  const work = await startWork(await openTestProject(files));
  const clock = createManualClock();
  const { path, mark } = hangingGit();
  const slow = { ...work.project, deps: { ...work.project.deps, clock, searchPath: path } };
  const late = now({ ...work, project: slow }).catch((error: unknown) => error);
  await until("git hangs", () => existsSync(mark));
  clock.advance(20_000);
  expect(await late).toMatchObject({ code: "busy", message: expect.stringContaining("20 seconds") });
  expect(clock.pending()).toBe(0);
  expect(readdirSync(work.place.view).filter((name) => name.startsWith("look"))).toEqual([]);
});

/** At the comparison, when everything was taken. */
function hangingGit(): { path: string; mark: string } {
  const path = process.env["PATH"] ?? "";
  const directory = tempDir();
  const mark = `${directory}/hangs`;
  const hang = `case "$*" in *diff-tree*) touch ${mark}; exec sleep 600;; esac`;
  writeFileSync(`${directory}/git`, `#!/bin/sh\n${hang}\nexec ${findExecutable("git", path)} "$@"\n`, {
    mode: 0o755,
  });
  return { path: `${directory}:${path}`, mark };
}
