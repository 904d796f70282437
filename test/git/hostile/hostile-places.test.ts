// Links and pipes in a person's repository, where the hall would write: nothing outside is touched, and nobody waits.
import { expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { projectName } from "../../../src/contract/home/ids.ts";
import { applyAdd } from "../../../src/git/projects/add-project.ts";
import { findIntegration, findWorktrees } from "../../../src/git/worktree/find-worktrees.ts";
import { planAdd } from "../../../src/git/projects/plan-add.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { gitIn, makeRepository, treesDeps } from "../../harness/git/repositories.ts";
import { numbered, openTestProject } from "../project.ts";
import { make, planWork } from "../worktree.ts";

const name = projectName.parse("acme");

async function add(path: string): Promise<void> {
  const deps = { ...treesDeps(), log: { warn: () => undefined } };
  await applyAdd(deps, await planAdd(deps, { name, path }));
}

const linked: readonly [place: string, target: (other: string) => string][] = [
  ["worktrees", (other) => `${other}/.git`],
  ["worktrees/guild-hall-acme", (other) => `${other}/.git`],
  ["worktrees/guild-hall-acme/HEAD", (other) => `${other}/.git/HEAD`],
  ["logs/refs/heads/claude", (other) => other],
  ["logs/refs/heads/claude/main", (other) => `${other}/a.txt`],
  ["refs/heads/claude", (other) => other],
  ["objects/pack", (other) => other],
  ["objects/ab", (other) => other],
  ["packed-refs", (other) => `${other}/a.txt`],
];

test.each(linked)("a link in the place of %s is not followed", async (place, target) => {
  const checkout = makeRepository({ "a.txt": "a\n" });
  const other = makeRepository({ "a.txt": "of somebody else\n" });
  const link = `${checkout}/.git/${place}`;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { recursive: true, force: true });
  symlinkSync(target(other), link);
  const before = fingerprint(other);
  await expect(add(checkout)).rejects.toThrow(`${place} is a link`);
  expectUnchanged(other, before);
  expect(gitIn(other, "status", "--porcelain")).toBe("");
});

test("a link that came later is not followed to make a branch", async () => {
  const project = await openTestProject();
  const work = await planWork(project);
  symlinkSync(dirname(project.checkout), `${project.repository}/logs/refs/heads/claude/commission`);
  await expect(make(work)).rejects.toThrow("claude/commission is a link");
});

test.each(["objects/info/alternates", "packed-refs", "shallow", "info/exclude"])(
  "nobody waits at a pipe in the place of %s",
  async (place) => {
    const checkout = makeRepository({ "a.txt": "a\n" });
    pipe(`${checkout}/.git/${place}`);
    await expect(add(checkout)).rejects.toThrow(`.git/${place} is`);
  },
);

test("a list of what may be ignored can be a link", async () => {
  const checkout = makeRepository({ "a.txt": "a\n" });
  writeFileSync(`${checkout}/../mine`, "*.log\n");
  rmSync(`${checkout}/.git/info/exclude`, { force: true });
  symlinkSync(`${checkout}/../mine`, `${checkout}/.git/info/exclude`);
  await add(checkout);
});

test.each(["HEAD", "gitdir", "locked", "guild-hall-made.json"])(
  "nobody waits at a pipe in the place of %s of a worktree",
  async (file) => {
    const project = await openTestProject();
    pipe(`${project.repository}/worktrees/commission-${numbered(7)}/${file}`);
    pipe(`${project.place.gitDir}/${file}`);
    expect((await findWorktrees(project.deps, project.name)).map(({ id }) => id)).toEqual([numbered(7)]);
    expect((await findIntegration(project.deps, project.name)).hasDirectory).toBe(true);
  },
);

function pipe(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  Bun.spawnSync(["mkfifo", path]);
}
