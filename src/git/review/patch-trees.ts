// Writes the patch between two trees in full, including binary files, so that it can be applied.
import type { CommissionDiff } from "../../contract/commission/diff.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { Spool } from "../../host/files/spool.ts";
import { type DiffEntry, diffEntries, diffTreeArgs, type ComparedTrees } from "./diff-entries.ts";
import { sumOf } from "./diff-trees.ts";
import { nameSome } from "../worktree/look-over.ts";
import { git, type GitDeps, gitFault, runGit, splitZ } from "../repository/run.ts";
import type { WorkSides } from "./work-sides.ts";

export interface PatchOrder extends ComparedTrees {
  /** Limits the patch to this file. */
  path: string | undefined;
  /** The content of a live worktree that the newer tree does not have; `null` if the newer tree is a commit's. */
  leftOut: WorkSides["leftOut"];
  spool: Spool;
}

export type PatchTotals = Pick<CommissionDiff, "total" | "additions" | "deletions"> & {
  /** How many files the patch contains. */
  listed: number;
};

const MiB = 1024 * 1024;
/** The most bytes of one file: git holds a whole binary file in memory to print it. */
const mostOfOne = 64 * MiB;
const mostInAll = 256 * MiB;

/** Writes the patch to the spool. Throws a fault with the code "too_large" or "worktree" if it cannot be complete. */
export async function patchTrees(deps: GitDeps, order: PatchOrder): Promise<PatchTotals> {
  const { path } = order;
  const all = await diffEntries(deps, order);
  const listed = path === undefined ? all : all.filter((entry) => entry.path === path);
  if (listed.length > 0 || path === undefined) {
    const below = path === undefined ? [] : listed.flatMap(namesOf);
    await mustBeWhole(deps, { ...order, below });
    await printPatch(deps, { ...order, below });
  }
  const additions = sumOf(all.map((entry) => entry.additions));
  const deletions = sumOf(all.map((entry) => entry.deletions));
  return { total: all.length, additions, deletions, listed: listed.length };
}

function namesOf({ path, from }: DiffEntry): string[] {
  return from === null ? [path] : [path, from];
}

interface Printing extends PatchOrder {
  /** The paths that the patch is limited to; empty for all files. */
  below: readonly string[];
}

async function mustBeWhole(deps: GitDeps, order: Printing): Promise<void> {
  const objects = await readObjects(deps, order);
  const { standIn, unnamed } = order.leftOut ?? { standIn: null, unnamed: [] };
  const unread = objects.filter(({ oid }) => oid === standIn).map(({ path }) => path);
  if (unread.length > 0)
    throw notYet(`These files are too large to be read while it runs: ${nameSome(unread)}.`);
  if (order.path === undefined && unnamed.length > 0)
    throw notYet(`The names of these files are not UTF-8: ${nameSome(unnamed)}.`);
  const large = await findLarge(deps, { ...order, objects });
  if (large.length > 0)
    throw new Fault(
      "too_large",
      `A patch holds files of at most ${mostOfOne / MiB} MiB, and these are larger: ${nameSome(large)}.`,
    );
}

function notYet(why: string): Fault {
  return new Fault("worktree", `The commission is at work, and a patch would not be complete. ${why}`);
}

interface Named {
  oid: string;
  path: string;
}

/** Lists the file contents of both sides. Leaves out submodules, whose commits are not in this repository. */
async function readObjects(deps: GitDeps, order: Printing): Promise<Named[]> {
  const args = [...diffTreeArgs(["--raw", "--no-renames", "-z"], order), "--", ...order.below];
  const words = splitZ(await git(deps, { args, place: order.place }));
  return words.flatMap((word, at) => {
    if (at % 2 === 1) return [];
    const [oldMode = "", newMode = "", oldOid = "", newOid = ""] = word.slice(1).split(" ");
    const path = words[at + 1] ?? "";
    return [
      ...(isFile(oldMode) ? [{ oid: oldOid, path }] : []),
      ...(isFile(newMode) ? [{ oid: newOid, path }] : []),
    ];
  });
}

function isFile(mode: string): boolean {
  return mode !== "000000" && mode !== "160000";
}

async function findLarge(
  deps: GitDeps,
  { place, objects }: Printing & { objects: readonly Named[] },
): Promise<string[]> {
  const args = ["cat-file", "--batch-check=%(objectsize)"];
  const input = objects.map(({ oid }) => `${oid}\n`).join("");
  const sizes = (await git(deps, { args, place, input })).split("\n");
  return [...new Set(objects.filter((_, at) => !(Number(sizes[at]) <= mostOfOne)).map(({ path }) => path))];
}

async function printPatch(deps: GitDeps, { spool, below, ...sides }: Printing): Promise<void> {
  const args = [...diffTreeArgs(["--patch", "--binary", "--full-index"], sides), "--", ...below];
  let fault: unknown = null;
  const take = (chunk: Buffer) => {
    try {
      spool.write(chunk);
    } catch (error) {
      fault = error;
    }
    return fault === null && spool.bytes() <= mostInAll;
  };
  const run = await runGit(deps, { args, place: sides.place, take });
  if (fault !== null) throw fault;
  if (spool.bytes() > mostInAll)
    throw new Fault("too_large", `Its patch is longer than ${mostInAll / MiB} MiB.`);
  if (run.code !== 0) throw gitFault({ args }, run);
}
