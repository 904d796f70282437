// Writes the record of a commission as a git note on its commit, under one notes ref of the hall's own.
import { Fault } from "../../contract/api/problem.ts";
import { recordNotesRef } from "../../contract/project/land-settings.ts";
import type { NoteOrder } from "../../rules/project/trees.ts";
import { hallAuthor } from "../repository/author.ts";
import { mustBePlainRef } from "../repository/own-places.ts";
import { runPastLock } from "../repository/past-lock.ts";
import { viewPlace } from "../repository/places.ts";
import { findCommitAt } from "../repository/refs.ts";
import { git, gitFault, type GitPlace, mustBeAnswer, runGit } from "../repository/run.ts";
import { withRecord } from "../snapshot/record-tree.ts";
import type { TreesDeps } from "../trees.ts";
import { lockFault } from "./move-branch.ts";
import { commitTree } from "./merge-trees.ts";

/** How often the note is written anew because another program has moved the ref meanwhile. */
const mostTries = 5;

/** Writes the note. A commit that has a note already keeps it. Must be called inside `inTurn` of the project. */
export async function noteRecord(deps: TreesDeps, order: NoteOrder): Promise<void> {
  const place = viewPlace(deps.home, order.tree.project);
  await mustBePlainRef(order.tree.repository, recordNotesRef);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const tip = (await findCommitAt(deps, place, recordNotesRef)) ?? null;
    if (tip !== null && (await hasNote(deps, place, order))) return;
    const commit = await commitNote(deps, { order, place, tip });
    if (await moveNotes(deps, { order, place, tip, commit })) return;
  }
  throw new Fault("busy", `Another program kept changing ${recordNotesRef}.`);
}

async function hasNote(deps: TreesDeps, place: GitPlace, { commit }: NoteOrder): Promise<boolean> {
  const order = { args: ["notes", `--ref=${recordNotesRef}`, "list", commit], place };
  const run = await runGit(deps, order);
  mustBeAnswer(order, run);
  return run.code === 0;
}

interface Noting {
  order: NoteOrder;
  place: GitPlace;
  /** The commit that has all notes so far; `null` if there are none. */
  tip: string | null;
}

/** Makes a commit with all notes and this one. Git finds a note below the first two characters of the commit's id. */
async function commitNote(deps: TreesDeps, { order, place, tip }: Noting): Promise<string> {
  const { id, commit, text, at } = order;
  const before = tip ?? (await git(deps, { args: ["mktree"], place })).trim();
  const path = `${commit.slice(0, 2)}/${commit.slice(2)}`;
  const { tree, notes } = await withRecord(deps, { id, place, tree: before, document: { path, text } });
  if (notes.length > 0) throw new Fault("git", `${recordNotesRef} has a file in the place of a directory.`);
  const parents = tip === null ? [] : [tip];
  const message = "Notes added by the hall\n";
  return commitTree(deps, { place }, { tree, parents, message, author: hallAuthor(at) });
}

/** Returns false, and changes nothing, if the ref is not where it was. */
async function moveNotes(
  deps: TreesDeps,
  { order, place, tip, commit }: Noting & { commit: string },
): Promise<boolean> {
  const old = tip ?? commit.replace(/./g, "0");
  const reason = `guild-hall: record of ${order.id}`;
  // With --no-deref, because a symbolic ref could lead to one of the person's refs.
  const args = ["update-ref", "--no-deref", "-m", reason, recordNotesRef, commit, old];
  const run = await runPastLock(deps, { args, place, ownLocks: [`${place.view}/${recordNotesRef}.lock`] });
  if (run.code === 0) return true;
  const now = (await findCommitAt(deps, place, recordNotesRef)) ?? null;
  if (now !== tip) return now === commit;
  throw lockFault({ place, repository: order.tree.repository }, run) ?? gitFault({ args }, run);
}
