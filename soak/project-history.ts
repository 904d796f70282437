// Plays one history of random acts on a repository. Checks that no act of the hall changes the person's
// files, then finishes all commissions and audits the result.
import { existsSync, readFileSync } from "node:fs";
import type { CommissionId } from "../src/contract/home/ids.ts";
import { syncProject } from "../src/git/projects/sync.ts";
import { isEnded } from "../src/rules/commission/state.ts";
import { changedSince, fingerprint } from "../test/harness/git/fingerprint.ts";
import { gitIn } from "../test/harness/git/repositories.ts";
import type { Lots } from "./lots.ts";
import { blobName, contentsOf, leaveBehind, liveOwnLife, workOn } from "./project-acts.ts";
import { audit, type Owed } from "./project-audit.ts";
import { type StepOrder, takeStep } from "./project-kills.ts";
import * as world from "./project-world.ts";

export interface HistoryOrder {
  template: string;
  root: string;
  lots: Lots;
  careless: boolean;
}

export interface Played {
  /** The acts, and the outcome of each commission. */
  acts: string[];
  wrong: string[];
}

interface Play extends HistoryOrder {
  at: world.World;
  owed: Owed;
  wrong: string[];
  acts: string[];
}

export async function playHistory(order: HistoryOrder): Promise<Played> {
  const opened = await world.openHistory(order.template, order.root);
  const at = order.careless ? world.openWorld(order.root, true) : opened;
  const play: Play = { ...order, at, owed: { files: new Map(), commits: new Map() }, wrong: [], acts: [] };
  try {
    for (const begin of [start, start]) await begin(play); // two that may conflict
    for (let left = 8 + order.lots.below(10); left > 0; left -= 1) await actOnce(play);
    await settle(play);
    play.wrong.push(...audit(at, play.owed));
  } catch (error) {
    play.wrong.push(
      `after ${play.acts.join(" ")}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  const ends = world.records(order.root).map(({ record }) => record.applied?.tree?.state ?? "without an end");
  return { acts: [...play.acts, ...ends], wrong: play.wrong };
}

const acts: Readonly<Record<string, (play: Play) => Promise<void> | void>> = {
  start,
  startAgain: start,
  work,
  more: work,
  still: work,
  finish: (play) => end(play, "merge"),
  finishAgain: (play) => end(play, "merge"),
  cancel: (play) => end(play, "keep"),
  sync: async ({ at }) => void (await syncProject(at.deps, { project: world.project, dryRun: false })),
  clean: async ({ at }) => {
    await at.house.mend();
    await at.house.finishClosings();
    await at.house.prune({ dryRun: false });
  },
  person: ({ at, lots }) => liveOwnLife(at, lots),
  personAgain: ({ at, lots }) => liveOwnLife(at, lots),
};

/** Performs one random act. Only the person's own acts may change the person's files. */
async function actOnce(play: Play): Promise<void> {
  const name = play.lots.pick(Object.keys(acts)) ?? "start";
  play.acts.push(name);
  const { checkout } = play.at;
  const before = name.startsWith("person") ? null : await calmly(() => fingerprint(checkout));
  await acts[name]?.(play);
  if (before) {
    const changed = await calmly(() => changedSince(checkout, before));
    const told = changed.filter((path) => !passing.test(path));
    if (told.length > 0) play.wrong.push(`${name} changed ${told.join(", ")}`);
  }
  noteCommits(play);
}

/** Temporary files of a git that is running or was killed. */
const passing = /\.lock$|^\.git\/packed-refs\.new$|^\.git\/objects\/(?:..\/)?tmp_obj/;

/** Retries, because a git whose parent was killed may still be running and removing files. */
async function calmly<T>(look: () => T): Promise<T> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      return look();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return look();
}

function noteCommits({ at, owed }: Play): void {
  const format = "--format=%(objectname) %(refname:short)";
  for (const line of gitIn(at.checkout, "for-each-ref", format, "refs/heads/claude").split("\n")) {
    const [commit = "", branch = ""] = line.split(" ");
    owed.commits.set(commit, branch);
  }
}

const mostAtWork = 3;

function atWork({ at }: Play): CommissionId[] {
  const live = world.records(at.root).filter((one) => !isEnded(one));
  return live.map(({ record }) => record.request.id);
}

async function start(play: Play): Promise<void> {
  const { at, lots } = play;
  if (atWork(play).length >= mostAtWork) return work(play);
  const checkout = lots.below(3) === 0 ? "sparse" : "full";
  const id = await world.accept(at, { checkout, keepWorktree: lots.below(5) === 0, startAt: null });
  await stepOn(play, { step: "make", id, killed: lots.below(4) === 0 });
  if (lots.below(4) > 0) await workAt(play, id);
}

/** Works on a random commission, or resumes its finish if that was interrupted. */
async function work(play: Play): Promise<void> {
  const id = play.lots.pick(atWork(play));
  if (id === undefined) return;
  if (world.getRecord(play.root, id).record.plan) return goOn(play, id);
  await workAt(play, id);
}

async function workAt(play: Play, id: CommissionId): Promise<void> {
  await world.make(play.at, id);
  world.beginSession(play.at, id);
  for (let n = 1 + play.lots.below(4); n > 0; n -= 1) workOn(world.worktreeOf(play.at, id), play.lots);
}

async function end(play: Play, how: "merge" | "keep"): Promise<void> {
  const id = play.lots.pick(atWork(play));
  if (id === undefined) return start(play);
  if (world.getRecord(play.root, id).record.plan) return goOn(play, id);
  const worktree = world.worktreeOf(play.at, id);
  if (how === "merge") await workAt(play, id);
  owe(play, worktree);
  await world.plan(play.at, id, how);
  // Files that checks leave behind come after the snapshot.
  if (how === "merge" && play.lots.below(2) === 0) leaveBehind(worktree, play.lots);
  owe(play, worktree);
  await stepOn(play, { step: "finish", id, killed: play.lots.below(2) === 0 });
}

async function goOn(play: Play, id: CommissionId): Promise<void> {
  await stepOn(play, { step: "finish", id, killed: play.lots.below(3) === 0 });
}

async function stepOn(play: Play, order: StepOrder): Promise<void> {
  if ((await takeStep(play, order)) === "cut off") play.acts.push(`${order.step} cut off`);
}

/**
 * Records the files that must not be lost. Skips an unchanged copy of the person's `.env`, and git's own
 * file.
 */
function owe({ at, owed }: Play, worktree: string): void {
  const copy = blobName(readFileSync(`${at.checkout}/.env`));
  for (const [path, blob] of existsSync(worktree) ? contentsOf(worktree) : [])
    if (path !== ".git" && blob !== copy)
      owed.files.set(blob, `${worktree.slice(at.root.length + 1)}/${path}`);
}

/** Repairs the repository and finishes all commissions, as a starting hall does. */
async function settle(play: Play): Promise<void> {
  const { at, root } = play;
  const before = await calmly(() => fingerprint(at.checkout));
  await at.house.mend();
  for (const id of atWork(play)) {
    owe(play, world.worktreeOf(at, id));
    if (!world.getRecord(root, id).record.plan) await world.plan(at, id, "keep");
    await world.finish(at, id);
    noteCommits(play);
  }
  await at.house.finishClosings();
  const { left } = await at.house.prune({ dryRun: false });
  for (const { commission, uncommitted } of left)
    if (commission !== null && uncommitted !== null && uncommitted > 0) await takeAnyway(play, commission);
  const changed = (await calmly(() => changedSince(at.checkout, before))).filter(
    (path) => !passing.test(path),
  );
  if (changed.length > 0) play.wrong.push(`the end changed ${changed.join(", ")}`);
}

/** Closes a kept worktree with uncommitted files, which prune leaves until a person has dealt with it. */
async function takeAnyway({ at, root }: Play, id: CommissionId): Promise<void> {
  const commission = world.getRecord(root, id);
  const { tip = null, commit: merged = null } = commission.record.applied?.tree ?? {};
  await at.trees.close({ id, tree: world.treeOf(commission), tip, merged, keepWorktree: false });
}
