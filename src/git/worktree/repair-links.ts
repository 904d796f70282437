// Repairs the absolute paths by which a worktree and git's entry for it (a directory under ".git/worktrees/")
// point to each other, after the home or the repository was moved. A path that points to another existing
// directory is not changed, only reported.
import { lstat } from "node:fs/promises";
import type { Disk } from "../../host/files/disk.ts";
import { type FoundWorktree, type GitEntry, isThere } from "./find-worktrees.ts";
import { isSamePlace } from "./survey.ts";

export type Repair = { kind: "sound" } | { kind: "repaired" } | { kind: "problem"; message: string };

type RepairDisk = Pick<Disk, "readText" | "replace">;

/**
 * Repairs both paths. Does nothing unless the worktree and git's entry both exist. The caller has checked
 * that the worktree is this hall's.
 */
export async function repairLinks(disk: RepairDisk, found: FoundWorktree): Promise<Repair> {
  const { entry } = found;
  if (entry === null || !found.hasDirectory) return { kind: "sound" };
  const there = await repairEntry(disk, found, entry);
  if (there.kind === "problem") return there;
  const back = await repairFile(disk, found, entry);
  return back.kind === "sound" ? there : back;
}

/** Makes git's entry point to the worktree. */
async function repairEntry(disk: RepairDisk, { path }: FoundWorktree, entry: GitEntry): Promise<Repair> {
  const { leadsTo, directory } = entry;
  if (leadsTo !== null && (await isSamePlace(leadsTo, path))) return { kind: "sound" };
  if (leadsTo !== null && (await isThere(leadsTo)))
    return problem(`${directory} leads to ${leadsTo}, which is there, and not to ${path}.`);
  await disk.replace(`${directory}/gitdir`, `${path}/.git\n`);
  return { kind: "repaired" };
}

/** Makes the worktree's `.git` file point to git's entry. */
async function repairFile(disk: RepairDisk, { path }: FoundWorktree, entry: GitEntry): Promise<Repair> {
  const file = `${path}/.git`;
  const kind = await lstat(file).catch(() => undefined);
  if (kind !== undefined && !kind.isFile()) return problem(`${file} is not a file.`);
  const named = /^gitdir: (.+?)\r?\n?$/.exec((await disk.readText(file)) ?? "")?.[1];
  if (named !== undefined && (await isSamePlace(named, entry.directory))) return { kind: "sound" };
  if (named !== undefined && (await isThere(named)))
    return problem(`${file} leads to ${named}, which is there, and not to ${entry.directory}.`);
  await disk.replace(file, `gitdir: ${entry.directory}\n`);
  return { kind: "repaired" };
}

function problem(message: string): Repair {
  return { kind: "problem", message };
}
