// Adds the commission's record, a document that the hall writes, to a git tree. The text comes from the
// caller, never from the worktree, because the record is not the worker's.
import { unlink } from "node:fs/promises";
import type { CommissionId } from "../../contract/home/ids.ts";
import { gitPastLock, runPastLock } from "../repository/past-lock.ts";
import { git, gitFault, type GitDeps, type GitPlace } from "../repository/run.ts";

export interface RecordOrder {
  id: CommissionId;
  place: GitPlace;
  tree: string;
  document: { path: string; text: string };
}

export async function withRecord(
  deps: GitDeps,
  { id, place, tree, document }: RecordOrder,
): Promise<{ tree: string; notes: string[] }> {
  const { path, text } = document;
  const hash = ["hash-object", "-w", "--stdin", "--no-filters"];
  const oid = (await git(deps, { args: hash, place, input: text })).trim();
  const index = `${place.view}/record-${id}.index`;
  const ownLocks = [`${index}.lock`];
  try {
    await gitPastLock(deps, { args: ["read-tree", tree], place, index, ownLocks });
    const put = { args: ["update-index", "--add", "--cacheinfo", `100644,${oid},${path}`], place, index };
    const run = await runPastLock(deps, { ...put, ownLocks });
    if (run.code === 0) return { tree: await writeTree(deps, { place, index }), notes: [] };
    if (!run.stderr.includes("appears as both a file and as a directory")) throw gitFault(put, run);
    const note = `The record ${path} is not in the commit: a file is in the place of its directory.`;
    return { tree, notes: [note] };
  } finally {
    await unlink(index).catch(() => undefined); // the next call makes a new one
  }
}

export async function writeTree(
  deps: GitDeps,
  { place, index }: { place: GitPlace; index: string },
): Promise<string> {
  return (await git(deps, { args: ["write-tree"], place, index })).trim();
}
