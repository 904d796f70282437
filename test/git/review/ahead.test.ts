// What the integration branch has and the person's branch lacks: one by one, as one diff, and as ids.
import { afterEach, expect, test } from "bun:test";
import { prepareUndo } from "../../../src/git/merge/undo.ts";
import { merge } from "../../../src/git/merge/merge.ts";
import { changeStat, diffAhead, findAhead, listAhead } from "../../../src/git/review/ahead.ts";
import { viewPlace } from "../../../src/git/repository/places.ts";
import { hallPeople } from "../../../src/rules/project/commit-people.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { commitFiles, gitIn } from "../../harness/git/repositories.ts";
import { removeTempDirs } from "../../harness/temp.ts";
import { integration, openTestProject, sync, tipOf, work } from "../project.ts";
import { land } from "../../hall/projects/taking.ts";

afterEach(removeTempDirs);

const at = "2026-01-02T03:04:05.678Z";

test("commits are listed newest first, with whose work they are and how many files they change", async () => {
  const project = await openTestProject();
  expect(await listAhead(project.deps, project.name)).toMatchObject({ commits: [], total: 0, behind: 0 });
  const one = await land(project, 1, { "a.txt": "one\n", ":colon\nbreak": "x\n", "b.txt": null });
  const plain = work(project, { "dir/c.txt": "theirs\n" });
  const order = { ...one, message: `Revert it\n\nUndoes: ${one.id}\n`, people: hallPeople(null), at };
  const ready = await prepareUndo(project.deps, order);
  if (ready.kind !== "ready") throw new Error(ready.kind);
  await merge(project.deps, one.tree, ready);
  commitFiles(project.checkout, { "mine.txt": "mine\n" });
  const before = fingerprint(project.checkout);
  const ahead = await listAhead(project.deps, project.name);
  expect(ahead).toEqual({
    project: project.name,
    branch: "main",
    tip: tipOf(project, "main"),
    integration,
    integrationTip: ready.commit,
    total: 3,
    behind: 1,
    commits: [
      {
        commit: ready.commit,
        subject: "Revert it",
        author: "Guild Hall",
        at: expect.stringContaining("2026-01-02T03:04:05"),
        commission: one.id,
        reverts: true,
        files: 3,
      },
      expect.objectContaining({ commit: plain, commission: null, reverts: false, files: 1, author: "Ada" }),
      expect.objectContaining({ commit: one.commit, commission: one.id, reverts: false, files: 3 }),
    ],
  });
  expectUnchanged(project.checkout, before);
});

test("the trailers of a person's commit that names no commission make none", async () => {
  const project = await openTestProject();
  const tree = gitIn(project.checkout, "rev-parse", `${integration}^{tree}`);
  const message = "Mine\n\nCommission: ../victim\nUndoes: x";
  const commit = gitIn(project.checkout, "commit-tree", tree, "-p", integration, "-m", message);
  gitIn(project.checkout, "update-ref", `refs/heads/${integration}`, commit);
  const { commits } = await listAhead(project.deps, project.name);
  expect(commits).toMatchObject([{ commission: null, reverts: false, files: 0 }]);
});

test("all of it is one diff from where the branches parted, and each commit is one of its own", async () => {
  const project = await openTestProject();
  const one = await land(project, 1, { "a.txt": "one\n" });
  const two = await land(project, 2, { "b.txt": "two\n" });
  const base = tipOf(project, "main");
  commitFiles(project.checkout, { "mine.txt": "mine\n" });
  const { deps, name } = project;
  const all = await diffAhead(deps, { project: name });
  expect(all).toMatchObject({ project: name, base, tip: two.commit, total: 2, additions: 2, deletions: 2 });
  expect(all.files.map(({ path }) => path)).toEqual(["a.txt", "b.txt"]);
  expect(await diffAhead(deps, { project: name, path: "b.txt" })).toMatchObject({
    total: 2,
    files: [{ path: "b.txt" }],
  });
  expect(await diffAhead(deps, { project: name, commit: one.commit })).toMatchObject({
    base,
    tip: one.commit,
    files: [{ path: "a.txt", patch: expect.stringContaining("+one") }],
  });
  for (const commit of [base, "0".repeat(40)])
    await expect(diffAhead(deps, { project: name, commit })).rejects.toMatchObject({ code: "gone" });
});

test("the ids of what is ahead follow both branches", async () => {
  const project = await openTestProject();
  const { deps, name } = project;
  const one = await land(project, 1, { "a.txt": "one\n" });
  const tips = { branch: tipOf(project, "main"), integration: one.commit };
  const found = { branch: "main", integration, tips, commits: new Set([one.commit]) };
  expect(await findAhead(deps, name)).toEqual(found);
  gitIn(project.checkout, "merge", "-q", "--ff-only", integration);
  expect((await findAhead(deps, name))?.commits.size).toBe(0);
  commitFiles(project.checkout, { "mine.txt": "mine\n" });
  await sync(project);
  expect((await findAhead(deps, name))?.commits.size).toBe(0);
  const set = (projects: object) => (deps as never as { set(projects: object): void }).set(projects);
  set({ acme: { path: project.checkout, branch: integration } });
  expect(await findAhead(deps, name)).toBeNull();
  set({ acme: {} });
  expect(await findAhead(deps, name)).toBeNull();
});

test("changes are counted, and nothing is counted of what is gone", async () => {
  const project = await openTestProject();
  const { deps, name } = project;
  const one = await land(project, 1, { "a.txt": "one\nmore\n", "b.txt": null, "new.bin": "\0\0" });
  const place = viewPlace(deps.home, name);
  const sides = { place, from: tipOf(project, "main"), to: one.commit };
  expect(await changeStat(deps, sides)).toEqual({ files: 3, additions: 2, deletions: 2 });
  expect(await changeStat(deps, { ...sides, to: sides.from })).toEqual({
    files: 0,
    additions: 0,
    deletions: 0,
  });
  expect(await changeStat(deps, { ...sides, to: "0".repeat(40) })).toBeNull();
});
