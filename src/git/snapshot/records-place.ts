// Keeps the directory for commission records free in a worker's tree. If the worker made a file called `.lore`, the
// record of this commission could not be committed and, once the file is merged, neither could any later record.
import { recordsDirectory } from "../../rules/project/commission-document.ts";
import { type OwnIndex, putLines } from "./add-plainly.ts";
import type { WorktreeDeps } from "../repository/prove-isolation.ts";
import { git, splitZ } from "../repository/run.ts";

/** `.lore`, and each directory below it that leads to the records. */
const directories = recordsDirectory
  .split("/")
  .filter((part) => part !== "")
  .map((_, at, parts) => parts.slice(0, at + 1).join("/"));

/**
 * Removes each file that has the name of one of these directories from the index, and returns the paths. A
 * file that the base commit already has there is the person's own, and stays.
 */
export async function freeRecordsPlace(deps: WorktreeDeps, own: OwnIndex, base: string): Promise<string[]> {
  const { place, index } = own;
  const top = directories[0] ?? "";
  const inIndex = splitZ(await git(deps, { args: ["ls-files", "-z", "--", top], place, index }));
  const taken = directories.filter((path) => inIndex.includes(path));
  if (taken.length === 0) return [];
  const args = ["ls-tree", "-z", base, "--", ...taken];
  const before = splitZ(await git(deps, { args, place })).filter((line) => !/^\d+ tree /.test(line));
  const known = before.map((line) => line.slice(line.indexOf("\t") + 1));
  const out = taken.filter((path) => !known.includes(path));
  await putLines(deps, { ...own, lines: out.map((path) => ({ path, entry: null })) });
  return out;
}
