// Copies the files that the project's setting "copy" names from the person's checkout into a new worktree. A missing
// file is an error, because the setting says that work needs it. A file that git tracks is not copied: the worktree
// keeps the branch's version.
import { Fault } from "../../contract/api/problem.ts";
import { copyInside, filesInside } from "../../host/files/copy-inside.ts";
import type { WorktreePlace } from "../repository/places.ts";
import { git, type GitDeps, splitZ } from "../repository/run.ts";
import type { Copied } from "./worktree-records.ts";

export interface CopyIn {
  place: WorktreePlace;
  /** The path of an index to use instead of the worktree's. */
  index?: string;
  copy: readonly string[];
  /** The person's checkout. */
  from: string;
  /** False if the worktree has the files already, and only their hashes are needed. */
  write: boolean;
}

export interface CopiedIn {
  copied: Copied;
  notes: string[];
}

export async function copyIn(deps: GitDeps, order: CopyIn): Promise<CopiedIn> {
  const done: CopiedIn = { copied: {}, notes: [] };
  if (order.copy.length === 0) return done;
  const tracked = await trackedIn(deps, order);
  for (const path of order.copy) {
    const found = await filesInside(order.from, { path, into: (name) => name !== ".git" });
    if (!found.ok && !order.write) continue;
    if (!found.ok || isGit(path))
      throw missing(order, { path, reason: found.ok ? "it is git's own" : found.reason });
    const fresh = found.value.files.filter((file) => !tracked.has(file) && !isGit(file));
    for (const file of fresh) done.copied[file] = await copyOne(order, file);
    done.notes.push(...notesOn({ path, ...found.value, fresh }));
  }
  return done;
}

async function trackedIn(deps: GitDeps, { place, index }: CopyIn): Promise<ReadonlySet<string>> {
  const listing = { args: ["ls-files", "-z"], place, ...(index === undefined ? {} : { index }) };
  return new Set(splitZ(await git(deps, listing)));
}

const isGit = (path: string): boolean => path.split("/").includes(".git");

async function copyOne({ from, place, write }: CopyIn, path: string): Promise<string> {
  const copied = await copyInside({ from, to: write ? place.workTree : null, path });
  if (!copied.ok) throw missing({ from }, { path, reason: copied.reason });
  return copied.value;
}

function missing({ from }: Pick<CopyIn, "from">, { path, reason }: { path: string; reason: string }): Fault {
  return new Fault(
    "copy",
    `"${path}", which the project's "copy" names, cannot be copied from ${from}: ${reason}.`,
  );
}

interface Found {
  path: string;
  files: string[];
  others: string[];
  fresh: string[];
}

function notesOn({ path, files, others, fresh }: Found): string[] {
  const notes: string[] = [];
  if (files.length > fresh.length)
    notes.push(
      `The tracked files of "${path}" were not copied, because the branch has them; "copy" is for untracked files.`,
    );
  if (others.length > 0)
    notes.push(
      `Only the regular files of "${path}" were copied; ${others.length} links and others were not.`,
    );
  return notes;
}
