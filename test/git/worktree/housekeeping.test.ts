// Worktrees as they are found on a disk: each is told for what it is, and nothing goes that somebody may need.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { projectLayout } from "../../../src/contract/home/home-layout.ts";
import { Fault } from "../../../src/contract/api/problem.ts";
import { createHousekeeping } from "../../../src/git/worktree/housekeeping.ts";
import { besideViews, lookName } from "../../../src/git/repository/temporary-views.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { acme, addWorktree, know, newId, someHouse, type SomeHouse } from "./some-house.ts";

const states = async ({ house }: SomeHouse) =>
  new Map((await house.list()).worktrees.map(({ commission, state, prune }) => [commission, [state, prune]]));

test("every worktree is told with whose it is, why it is there and what it takes", async () => {
  const some = await someHouse();
  const inUse = await addWorktree(some);
  know(some, inUse.id);
  const kept = await addWorktree(some);
  know(some, kept.id, { keptWorktree: true, keepWorktree: true });
  const { worktrees, bytes, problems } = await some.house.list();
  expect(problems).toEqual([]);
  expect(worktrees.map(({ commission, state }) => [commission, state])).toEqual([
    [inUse.id, "in_use"],
    [kept.id, "kept"],
  ]);
  expect(worktrees[1]).toMatchObject({
    project: acme,
    path: kept.path,
    branch: `claude/commission/${kept.id}`,
    status: "cancelled",
    uncommitted: 0,
    prune: "close",
    why: "it was asked for with --keep-worktree",
  });
  expect(bytes).toBe(worktrees.reduce((sum, { disk }) => sum + (disk?.bytes ?? 0), 0));
  expect(bytes).toBeGreaterThan(0);
});

test("a kept worktree in which somebody has changed something stays, whatever kind of change it is", async () => {
  const changes: Record<string, (path: string) => void> = {
    changed: (path) => writeFileSync(`${path}/README.md`, "changed\n"),
    added: (path) => writeFileSync(`${path}/new.txt`, "new\n"),
    "staged in the index": (path) => {
      writeFileSync(`${path}/new.txt`, "new\n");
      gitIn(path, "add", "new.txt");
    },
    "in place of a directory": (path) => {
      rmSync(`${path}/src`, { recursive: true });
      writeFileSync(`${path}/src`, "a file\n");
    },
  };
  const some = await someHouse();
  for (const [name, change] of Object.entries(changes)) {
    const { id, path } = await addWorktree(some);
    know(some, id, { keptWorktree: true });
    change(path);
    expect([name, (await states(some)).get(id)]).toEqual([name, ["kept", "leave"]]);
  }
  const { pruned } = await some.house.prune({ dryRun: false });
  expect(pruned).toEqual([]);
});

test("what is committed, deleted, ignored or only touched is nothing that would be lost", async () => {
  const some = await someHouse({ ".gitignore": "*.log\n", "a.txt": "a\n", "b.txt": "b\n" });
  const { id, path } = await addWorktree(some);
  writeFiles(path, { "a.txt": "changed\n", "new.txt": "new\n" });
  gitIn(path, "add", "-A");
  gitIn(path, "commit", "-qm", "Work");
  know(some, id, { keptWorktree: true, tip: gitIn(path, "rev-parse", "HEAD") });
  gitIn(path, "read-tree", "claude/main");
  rmSync(`${path}/b.txt`);
  writeFiles(path, { "a.txt": "changed\n", "build.log": "much\n" });
  expect((await states(some)).get(id)).toEqual(["kept", "close"]);
});

test("prune closes what was kept and is all in a commit; what git ignores in it goes to the trash", async () => {
  const some = await someHouse({ ".gitignore": "*.log\n", "a.txt": "a\n" });
  const { id, path } = await addWorktree(some);
  writeFiles(path, { "a.txt": "worked on\n" });
  gitIn(path, "commit", "-qam", "Work");
  const tip = gitIn(path, "rev-parse", "HEAD");
  know(some, id, { keptWorktree: true, tip, branch: `claude/commission/${id}` });
  writeFiles(path, { "build.log": "much\n" });
  const before = fingerprint(some.checkout);
  expect((await some.house.prune({ dryRun: true })).pruned).toMatchObject([
    { commission: id, trashed: null },
  ]);
  expect(existsSync(path)).toBe(true);
  const report = await some.house.prune({ dryRun: false });
  expect(report).toMatchObject({ left: [], problems: [], pruned: [{ commission: id, prune: "close" }] });
  expect(existsSync(path)).toBe(false);
  const [trashed = ""] = report.pruned.map((each) => each.trashed ?? "");
  expect(readFileSync(`${trashed}/files/build.log`, "utf8")).toBe("much\n");
  expect(gitIn(some.checkout, "rev-parse", `claude/commission/${id}`)).toBe(tip);
  expect((await some.house.list()).worktrees).toEqual([]);
  expectUnchanged(some.checkout, before);
});

test("a start goes on with closings that were cut short, at whichever end", async () => {
  const some = await someHouse();
  const [whole, half, listed] = [await addWorktree(some), await addWorktree(some), await addWorktree(some)];
  for (const { id } of [whole, half, listed]) know(some, id, {});
  writeFileSync(`${whole.path}/mine.txt`, "in no commit\n");
  rmSync(`${half.path}/README.md`);
  rmSync(listed.path, { recursive: true });
  expect(await states(some)).toEqual(
    new Map([
      [whole.id, ["left", "close"]],
      [half.id, ["left", "close"]],
      [listed.id, ["missing", "forget"]],
    ]),
  );
  await some.house.mend();
  await some.house.finishClosings();
  expect(some.house.problems()).toEqual([]);
  expect((await some.house.list()).worktrees).toEqual([]);
  expect(readdirSync(`${some.checkout}/.git/worktrees`)).toEqual([]);
  const trashed = `${some.deps.home.trash}/worktree-${whole.id}/files/mine.txt`;
  expect(readFileSync(trashed, "utf8")).toBe("in no commit\n");
});

test("a start takes away what a hall that was killed in the middle of a look has left, and no look of its own", async () => {
  const some = await someHouse();
  const { repositories } = some.deps.home;
  const { view } = projectLayout(some.deps.home, acme);
  const own = [
    `${view}/${lookName(newId())}`,
    `${repositories}/${besideViews("acme-1")}`,
    `${repositories}/look-out`,
  ];
  const left = [`${view}/look-${newId()}`, `${repositories}/.look-acme-${newId()}`];
  for (const path of [...own, ...left]) mkdirSync(`${path}/objects`, { recursive: true });
  await some.house.finishClosings();
  expect(own.map((path) => existsSync(path))).toEqual([true, true, true]);
  expect(left.map((path) => existsSync(path))).toEqual([false, false]);
  expect(existsSync(`${view}/HEAD`)).toBe(true);
});

test("what nobody knows is told and stays; a start says so in the hall's problems", async () => {
  const some = await someHouse();
  const stray = await addWorktree(some);
  const { worktrees } = projectLayout(some.deps.home, acme);
  mkdirSync(`${worktrees}/notes`);
  writeFileSync(`${worktrees}/notes/idea.txt`, "mine\n");
  await some.house.mend();
  await some.house.finishClosings();
  expect((await states(some)).get(stray.id)).toEqual(["stray", "leave"]);
  expect(some.house.problems()).toHaveLength(2);
  const { pruned, left } = await some.house.prune({ dryRun: false });
  expect(pruned).toEqual([]);
  expect(left.map(({ path }) => path).toSorted()).toEqual([stray.path, `${worktrees}/notes`].toSorted());
  expect(existsSync(`${worktrees}/notes/idea.txt`)).toBe(true);
  expect(existsSync(`${stray.path}/README.md`)).toBe(true);
});

test("git's entry for a worktree that is gone is taken away, and nothing else of the repository", async () => {
  const some = await someHouse();
  const own = `${tempDir()}/elsewhere`;
  gitIn(some.checkout, "worktree", "add", "-q", "-b", "mine", own);
  rmSync(own, { recursive: true });
  const before = fingerprint(some.checkout);
  const gone = await addWorktree(some);
  rmSync(gone.path, { recursive: true });
  const entry = `${some.checkout}/.git/worktrees/commission-${gone.id}`;
  const planned = await some.house.prune({ dryRun: true });
  expect(planned.pruned).toMatchObject([{ commission: gone.id, state: "missing", prune: "forget" }]);
  expect(existsSync(entry)).toBe(true);
  expect((await some.house.prune({ dryRun: false })).problems).toEqual([]);
  expect(existsSync(entry)).toBe(false);
  expect(existsSync(`${some.checkout}/.git/worktrees/elsewhere`)).toBe(true);
  expectUnchanged(some.checkout, before);
});

test("an entry on which something may hang is left: locked, off any branch, or with something in its index", async () => {
  const some = await someHouse();
  const hanging: ((path: string) => void)[] = [
    (path) => gitIn(path, "worktree", "lock", path),
    (path) => {
      gitIn(path, "checkout", "-q", "--detach");
      gitIn(path, "commit", "-q", "--allow-empty", "-m", "On no branch");
    },
    (path) => {
      writeFileSync(`${path}/staged.txt`, "only in the index\n");
      gitIn(path, "add", "staged.txt");
    },
  ];
  for (const hang of hanging) {
    const { id, path } = await addWorktree(some);
    hang(path);
    rmSync(path, { recursive: true });
    expect((await states(some)).get(id)).toEqual(["missing", "leave"]);
  }
});

test("the entries of another home are nobody's here", async () => {
  const some = await someHouse();
  const other = `${tempDir()}/worktrees/acme/commission-${newId()}`;
  gitIn(some.checkout, "worktree", "add", "-q", "-b", "claude/commission/other", other, "claude/main");
  rmSync(other, { recursive: true });
  expect((await some.house.list()).worktrees).toEqual([]);
  expect((await some.house.prune({ dryRun: false })).pruned).toEqual([]);
  expect(gitIn(some.checkout, "worktree", "list")).toContain(other);
});

test("a home that was moved is found again by git", async () => {
  const some = await someHouse();
  const { id, path } = await addWorktree(some);
  know(some, id);
  const old = `${tempDir()}/old/commission-${id}`;
  writeFileSync(`${some.checkout}/.git/worktrees/commission-${id}/gitdir`, `${old}/.git\n`);
  expect(gitIn(some.checkout, "worktree", "list")).toContain(old);
  await some.house.mend();
  expect(gitIn(some.checkout, "worktree", "list")).toContain(path);
  expect(gitIn(some.checkout, "worktree", "list")).not.toContain(old);
  expect(some.logged).toEqual(["the links of a moved worktree were repaired"]);
  expect(some.house.problems()).toEqual([]);
});

test("a repository that was moved is found again by its worktrees", async () => {
  const some = await someHouse();
  const { id, path } = await addWorktree(some);
  const integration = projectLayout(some.deps.home, acme).integration;
  gitIn(some.checkout, "worktree", "add", "-q", integration, "claude/main");
  renameSync(`${some.checkout}/.git/worktrees/acme`, `${some.checkout}/.git/worktrees/guild-hall-acme`);
  writeFileSync(`${integration}/.git`, `gitdir: ${some.checkout}/.git/worktrees/guild-hall-acme\n`);
  know(some, id);
  const moved = `${some.checkout}-moved`;
  renameSync(some.checkout, moved);
  some.deps.set({ acme: { path: moved, branch: "main" } });
  expect(() => gitIn(path, "status")).toThrow();
  await some.house.mend();
  expect(gitIn(path, "status", "--porcelain")).toBe("");
  expect(gitIn(integration, "status", "--porcelain")).toBe("");
  expect(some.house.problems()).toEqual([]);
});

test("where both ends lead to something that is there, nothing is changed, and it is told", async () => {
  const some = await someHouse();
  const { id, path } = await addWorktree(some);
  know(some, id);
  const entry = `${some.checkout}/.git/worktrees/commission-${id}/gitdir`;
  const other = tempDir();
  writeFileSync(entry, `${other}/.git\n`);
  await some.house.mend();
  expect(readFileSync(entry, "utf8")).toBe(`${other}/.git\n`);
  expect(some.house.problems()).toEqual([
    `${some.checkout}/.git/worktrees/commission-${id} leads to ${other}, which is there, and not to ${path}.`,
  ]);
});

test("what is unknown is not repaired either", async () => {
  const some = await someHouse();
  const { id } = await addWorktree(some);
  const entry = `${some.checkout}/.git/worktrees/commission-${id}/gitdir`;
  writeFileSync(entry, "/nowhere/at-all/.git\n");
  await some.house.mend();
  expect(readFileSync(entry, "utf8")).toBe("/nowhere/at-all/.git\n");
});

test("a repository that is not there is a problem of its project, and hides no other's worktrees", async () => {
  const some = await someHouse();
  const { id } = await addWorktree(some);
  know(some, id);
  some.deps.set({ acme: { path: some.checkout, branch: "main" }, gone: { path: "/nowhere/at-all" } });
  await some.house.mend();
  expect(some.house.problems()).toHaveLength(1);
  expect(some.house.problems()[0]).toStartWith('Project "gone": ');
  some.deps.set({ acme: { path: some.checkout, branch: "main" } });
  await some.house.mend();
  expect(some.house.problems()).toEqual([]);
  expect((await states(some)).get(id)).toEqual(["in_use", "leave"]);
});

test("the worktree of a commission whose ledger is damaged stays as it is, and the others are seen to", async () => {
  const some = await someHouse();
  const [damaged, kept] = [await addWorktree(some), await addWorktree(some)];
  know(some, kept.id, { keptWorktree: true });
  const find = some.deps.find;
  const house = createHousekeeping({
    ...some.deps,
    find: (id) =>
      id === damaged.id ? Promise.reject(new Fault("damaged", "Line 1 is not what was written")) : find(id),
  });
  await house.mend();
  await house.finishClosings();
  expect(house.problems()).toEqual([]);
  expect((await house.list()).worktrees.map(({ commission }) => commission)).toEqual([kept.id]);
  const { pruned } = await house.prune({ dryRun: false });
  expect(pruned.map(({ commission }) => commission)).toEqual([kept.id]);
  expect(existsSync(damaged.path)).toBe(true);
});
