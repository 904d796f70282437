// A real hall and its worktrees: told, pruned and found again after a move, from the command line and over HTTP.
import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homeLayout, projectLayout } from "../../src/contract/home/home-layout.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import { createPaint } from "../../src/cli/render/paint.ts";
import { pruneLines, worktreeLines } from "../../src/cli/render/hall/worktrees.ts";
import { expectUnchanged, fingerprint } from "../harness/git/fingerprint.ts";
import { TestHome } from "../harness/hall.ts";
import { gitIn, makeRepository } from "../harness/git/repositories.ts";
import { newRequest } from "../harness/ledger/some-ledger.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
});

function newHome(root?: string): TestHome {
  const home = new TestHome(root);
  homes.push(home);
  return home;
}

const acme = projectName.parse("acme");
const style = { paint: createPaint(false), width: 200 };

test("a hall tells what worktrees there are, names the unknown in its status, and prunes what leads nowhere", async () => {
  const checkout = makeRepository();
  const home = newHome();
  const { worktree, worktrees, integration } = projectLayout(homeLayout(home.root), acme);
  const first = await home.open();
  await first.client.projects.add({ name: acme, path: checkout, dryRun: false });
  await first.kill("SIGTERM");
  mkdirSync(`${worktrees}/notes`, { recursive: true });
  writeFileSync(`${worktrees}/notes/idea.txt`, "mine\n");
  const { id } = newRequest();
  gitIn(checkout, "worktree", "add", "-q", "-b", `claude/commission/${id}`, worktree(id), "claude/main");
  rmSync(worktree(id), { recursive: true });
  const before = fingerprint(checkout);
  const { client } = await home.open();
  const list = await client.worktrees();
  expect(list.worktrees.map(({ path, state, prune }) => [path, state, prune])).toEqual([
    [integration, "integration", "leave"],
    [worktree(id), "missing", "forget"],
    [`${worktrees}/notes`, "stray", "leave"],
  ]);
  expect((await client.status()).problems.join()).toContain(`${worktrees}/notes`);
  const shown = worktreeLines(list, style).join("\n");
  for (const words of [integration, worktree(id), "missing", "prune makes git forget it", "unknown"])
    expect(shown).toContain(words);
  const planned = await client.pruneWorktrees({ dryRun: true });
  expect(pruneLines(planned, style).join("\n")).toContain("1 worktree would be removed");
  const pruned = await client.pruneWorktrees({ dryRun: false });
  expect(pruned).toMatchObject({ problems: [], pruned: [{ commission: id, prune: "forget" }] });
  expect(pruneLines(pruned, style).join("\n")).toContain(`Left: ${worktrees}/notes`);
  expect(existsSync(`${worktrees}/notes/idea.txt`)).toBe(true);
  expect((await client.worktrees()).worktrees).toHaveLength(2);
  expectUnchanged(checkout, before);
});

test("after the home was moved, a start brings git's entries to it", async () => {
  const checkout = makeRepository();
  const old = newHome();
  const first = await old.open();
  await first.client.projects.add({ name: acme, path: checkout, dryRun: false });
  await first.kill("SIGTERM");
  const moved = `${old.root}-moved`;
  renameSync(old.root, moved);
  const home = newHome(moved);
  const { integration } = projectLayout(homeLayout(moved), acme);
  const { client } = await home.open();
  await client.worktrees(); // waits until all is in order
  expect(gitIn(checkout, "worktree", "list")).toContain(integration);
  expect(gitIn(integration, "status", "--porcelain")).toBe("");
  expect((await client.status()).problems).toEqual([]);
});
