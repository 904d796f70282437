// Commits a commission's work to its branch as a single commit. Message, author, time and parent come from
// the order alone, so a retry makes the same commit or recognises the existing one.
import { Fault } from "../../contract/api/problem.ts";
import type { CommitOrder } from "../../rules/project/trees.ts";
import { authorOf } from "../repository/author.ts";
import { addPlainly } from "../snapshot/add-plainly.ts";
import { commitTree, treeOf } from "./merge-trees.ts";
import { isPlainDirectory } from "../../host/files/missing.ts";
import { moveOwnBranch } from "../repository/own-branch.ts";
import { viewPlace, worktreePlace, type WorktreePlace } from "../repository/places.ts";
import type { WorktreeDeps } from "../repository/prove-isolation.ts";
import { findBranch } from "../repository/refs.ts";
import { withRecord, writeTree } from "../snapshot/record-tree.ts";
import { git, type GitPlace } from "../repository/run.ts";
import { smallIgnored } from "../worktree/small-ignored.ts";
import { type Snapshot, takeAll } from "../snapshot/snapshot.ts";
import { ensureEntry, wasNeverWhole } from "../worktree/worktree-entry.ts";
import { isClosing } from "../worktree/worktree-records.ts";

export interface Committed {
  tip: string | null;
  notes: string[];
}

export async function commitWork(deps: WorktreeDeps, order: CommitOrder): Promise<Committed> {
  const place = viewPlace(deps.home, order.tree.project);
  const found = (await findBranch(deps, place, order.tree.branch)) ?? null;
  if (found !== null && (await isOurs(deps, { place, order, commit: found })))
    return { tip: found, notes: [] };
  const work = await takeWork(deps, { order, place, hasBranch: found !== null });
  const base = await treeOf(deps, place, order.tree.base);
  if (work.tree === base) return { tip: null, notes: work.notes };
  const full = await withDocument(deps, { order, place, work });
  const tip = await commitTree(
    deps,
    { place },
    { tree: full.tree, parents: [order.tree.base], message: messageOf(order), author: authorOf(order) },
  );
  const moved = await putOnBranch(deps, { order, found, tip });
  return { tip, notes: [...full.notes, ...moved] };
}

interface Committing {
  order: CommitOrder;
  place: GitPlace;
}

/**
 * Tells whether an earlier attempt at this order made the commit. Reads only the commit, because the worktree
 * may be gone.
 */
async function isOurs(
  deps: WorktreeDeps,
  { order, place, commit }: Committing & { commit: string },
): Promise<boolean> {
  if (commit === order.tree.base) return false;
  const text = await git(deps, { args: ["cat-file", "commit", commit], place });
  const gap = text.indexOf("\n\n");
  const parents = [...text.slice(0, gap).matchAll(/^parent (\w+)$/gm)].map(([, parent]) => parent);
  // A commit of checked work has exactly the tree that was checked.
  const { snapshot, document } = order;
  if (snapshot !== null && document === null && !text.startsWith(`tree ${snapshot}\n`)) return false;
  const isBy = text.slice(0, gap).includes(`\nauthor ${order.people.author.name} <`);
  return isBy && parents.join() === order.tree.base && text.slice(gap + 2) === messageOf(order);
}

/** Returns the message as git stores it: without NUL, and with one newline at the end. */
const messageOf = ({ message }: CommitOrder): string =>
  `${message.replaceAll("\0", "").replace(/\n*$/, "")}\n`;

async function takeWork(
  deps: WorktreeDeps,
  { order, place, hasBranch }: Committing & { hasBranch: boolean },
): Promise<Snapshot> {
  if (order.snapshot !== null) return { tree: order.snapshot, notes: [] };
  const worktree = worktreePlace(deps.home, order.id, order.tree);
  const unchanged = { tree: await treeOf(deps, place, order.tree.base), notes: [] };
  if (!order.hasBegun || (await isClosing(deps.disk, worktree.gitDir))) return unchanged;
  if (await isPlainDirectory(worktree.workTree)) return takeWorktree(deps, { order, worktree, place });
  if (!hasBranch) return unchanged; // the worktree was closed before
  const note = `The worktree ${worktree.workTree} was gone before its work could be committed.`;
  return { ...unchanged, notes: [note] };
}

async function takeWorktree(
  deps: WorktreeDeps,
  { order, worktree, place }: Committing & { worktree: WorktreePlace },
): Promise<Snapshot> {
  // The checkout never finished: files missing from it were not deleted by the worker.
  if (await wasNeverWhole(worktree)) return { tree: await treeOf(deps, place, order.tree.base), notes: [] };
  await ensureEntry(worktree, order.tree);
  const { own, notes } = await takeAll(deps, order);
  if (order.ignoredToo) await addPlainly(deps, { ...own, paths: await smallIgnored(deps, own) });
  return { tree: await writeTree(deps, own), notes };
}

async function withDocument(
  deps: WorktreeDeps,
  { order, place, work }: Committing & { work: Snapshot },
): Promise<Snapshot> {
  const { id, document } = order;
  if (document === null) return work;
  const full = await withRecord(deps, { id, place, tree: work.tree, document });
  return { tree: full.tree, notes: [...work.notes, ...full.notes] };
}

/** Moves the branch to the commit. If another program has put commits on it, they are kept on a branch of their own. */
async function putOnBranch(
  deps: WorktreeDeps,
  { order, found, tip }: { order: CommitOrder; found: string | null; tip: string },
): Promise<string[]> {
  const { branch: name, base } = order.tree;
  const isForeign = found !== null && found !== base;
  const aside = `${name}-found-${found?.slice(0, 12)}`;
  if (isForeign) await moveOwnBranch(deps, order, { name: aside, from: null, to: found });
  if (!(await moveOwnBranch(deps, order, { from: found, to: tip })))
    throw new Fault("git", `Another program moved the branch ${name} while the hall committed to it.`);
  return isForeign
    ? [`The branch ${name} had commits that are not the hall's; the hall keeps them on the branch ${aside}.`]
    : [];
}
