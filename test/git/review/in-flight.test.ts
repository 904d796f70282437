// Which files the commissions at work are changing, by real worktrees.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { changedPaths } from "../../../src/git/worktree/changed-paths.ts";
import { lookInFlight } from "../../../src/git/review/in-flight.ts";
import { gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { acme, addWorktree, know, newId, someHouse } from "../worktree/some-house.ts";

const files = { "a.txt": "a\n", "b.txt": "b\n", "docs/c.md": "c\n", ".gitignore": "*.log\n" };

test("changed, deleted, committed and new files count, and what git ignores does not", async () => {
  const some = await someHouse(files);
  const { id, path } = await addWorktree(some);
  const tree = know(some, id);
  expect(await changedPaths(some.deps, { id, tree })).toEqual({ paths: [], count: 0 });
  writeFiles(path, { "b.txt": "committed\n" });
  gitIn(path, "commit", "-qam", "b");
  writeFiles(path, { "a.txt": "changed\n", "new/one.txt": "1\n", "new/two words.txt": "2\n", "x.log": "x" });
  rmSync(`${path}/docs/c.md`);
  expect((await changedPaths(some.deps, { id, tree })).paths).toEqual([
    "a.txt",
    "b.txt",
    "docs/c.md",
    "new/one.txt",
    "new/two words.txt",
  ]);
});

test("files that several change at once are named, and whoever has ended is not counted", async () => {
  const some = await someHouse(files);
  const [one, two, over] = [await addWorktree(some), await addWorktree(some), await addWorktree(some)];
  for (const { id } of [one, two]) know(some, id);
  know(some, over.id, { keptWorktree: true });
  const unmade = newId();
  know(some, unmade);
  for (const { path } of [one, two, over]) writeFiles(path, { "a.txt": `${path}\n` });
  writeFiles(one.path, { "b.txt": "one\n" });
  writeFiles(two.path, { "docs/c.md": "two\n" });
  const found = await lookInFlight(some.deps, { project: acme, live: [...some.ledger.values()] });
  expect(found.overlaps).toEqual([{ path: "a.txt", commissions: [one.id, two.id].toSorted() }]);
  expect(new Map(found.branches.map(({ commission, changed }) => [commission, changed]))).toEqual(
    new Map([
      [one.id, 2],
      [two.id, 2],
      [unmade, null],
    ]),
  );
});

test("a look changes nothing: not even a file that was only touched is noted", async () => {
  const some = await someHouse(files);
  const { id, path } = await addWorktree(some);
  const tree = know(some, id);
  utimesSync(`${path}/a.txt`, new Date(0), new Date(0));
  const index = `${some.checkout}/.git/worktrees/commission-${id}/index`;
  const before = readFileSync(index);
  expect((await changedPaths(some.deps, { id, tree })).paths).toEqual([]);
  expect(readFileSync(index)).toEqual(before);
});

test("a look runs nothing that a repository inside names, in a submodule's place or elsewhere", async () => {
  const some = await someHouse(files);
  const head = gitIn(some.checkout, "rev-parse", "HEAD");
  gitIn(some.checkout, "update-index", "--add", "--cacheinfo", `160000,${head},module`);
  gitIn(some.checkout, "commit", "-qm", "With a submodule");
  gitIn(some.checkout, "branch", "-f", "claude/main", "main");
  const { id, path } = await addWorktree(some);
  const tree = know(some, id);
  const canary = `${some.deps.home.root}/canary`;
  for (const place of [`${path}/module`, `${path}/inside`]) {
    mkdirSync(place, { recursive: true });
    gitIn(place, "init", "-q");
    gitIn(place, "commit", "-q", "--allow-empty", "-m", "Inside");
    gitIn(place, "config", "core.fsmonitor", `touch ${canary}; false`);
    writeFileSync(`${place}/file`, "x\n");
  }
  expect((await changedPaths(some.deps, { id, tree })).paths).toEqual(["inside"]);
  expect(existsSync(canary)).toBe(false);
  gitIn(path, "status");
  expect(existsSync(canary)).toBe(true);
});
