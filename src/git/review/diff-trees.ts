// Compares two trees file by file. Each file has its part of the patch, unless it is not text or its part is too long.
import type { ChangedFile, CommissionDiff } from "../../contract/commission/diff.ts";
import { type DiffEntry, diffEntries, diffTreeArgs, type ComparedTrees } from "./diff-entries.ts";
import { createPatchSections, type PatchBounds, type PatchSection } from "./patch-sections.ts";
import { type GitDeps, gitFault, runGit } from "../repository/run.ts";

export type TreeDiff = Pick<CommissionDiff, "files" | "total" | "additions" | "deletions">;

export interface DiffOrder extends ComparedTrees {
  /** Limits the diff to this file. */
  path: string | undefined;
}

const KiB = 1024;
const MiB = 1024 * KiB;

export const mostFiles = 3000;
/** The most bytes of the names of listed files. */
export const mostOfNames = MiB;
export const mostOfOne = 256 * KiB;
/** The most bytes of one patch if its file is requested alone, and of all patches together. */
export const mostInAll = 4 * MiB;
const mostRead = 128 * MiB;

export async function diffTrees(deps: GitDeps, order: DiffOrder): Promise<TreeDiff> {
  const all = await diffEntries(deps, order);
  const isAlone = order.path !== undefined;
  const listed = isAlone ? all.filter(({ path }) => path === order.path) : firstFiles(all);
  const each = isAlone ? mostInAll : mostOfOne;
  const sections =
    listed.length === 0 ? [] : await readSections(deps, { ...order, listed, each, isSome: isAlone });
  return {
    files: withPatches(listed, { sections, isAlone }),
    total: all.length,
    additions: sumOf(all.map(({ additions }) => additions)),
    deletions: sumOf(all.map(({ deletions }) => deletions)),
  };
}

/** Returns the files that are listed: at most `mostFiles`, and only as many as their names leave room for. */
function firstFiles(all: readonly DiffEntry[]): readonly DiffEntry[] {
  let bytes = 0;
  const end = all.findIndex(({ path, from }, at) => {
    bytes += Buffer.byteLength(path) + Buffer.byteLength(from ?? "");
    return at >= mostFiles || bytes > mostOfNames;
  });
  return end === -1 ? all : all.slice(0, end);
}

export interface SomeOrder extends ComparedTrees {
  paths: ReadonlySet<string>;
  /** Whether one file is requested alone, which may have a longer patch. */
  isAlone: boolean;
}

/** The most files that get a patch, so that all patches together stay within `mostInAll`. */
const mostApart = mostInAll / mostOfOne;

/**
 * Compares only the files that have one of these paths in either tree. Runs git once per file: given several
 * paths at once, git could pair renames differently than among all files.
 */
export async function diffSome(deps: GitDeps, order: SomeOrder): Promise<ChangedFile[]> {
  const { paths, isAlone } = order;
  const each = isAlone ? mostInAll : mostOfOne;
  const entries = (await diffEntries(deps, order)).filter(
    ({ path, from }) => paths.has(path) || (from !== null && paths.has(from)),
  );
  const files: ChangedFile[] = [];
  for (const [at, entry] of entries.entries()) {
    const listed = [entry];
    const sections = at < mostApart ? await readSections(deps, { ...order, listed, each, isSome: true }) : [];
    files.push(...withPatches(listed, { sections, isAlone }));
  }
  return files;
}

/** Returns how many sections of the patch a file has. A type change, such as from a file to a symlink, has two. */
const sectionsOf = ({ change }: DiffEntry): number => (change === "type" ? 2 : 1);

interface Reading extends ComparedTrees {
  listed: readonly DiffEntry[];
  each: number;
  /** Whether `listed` has only some of the files that differ. */
  isSome: boolean;
}

async function readSections(deps: GitDeps, order: Reading): Promise<PatchSection[]> {
  const wanted = sumOf(order.listed.map(sectionsOf));
  const bounds: PatchBounds = {
    each: order.each,
    all: mostInAll,
    sections: wanted,
    read: mostRead,
  };
  const patch = createPatchSections(bounds);
  const below = order.isSome
    ? order.listed.flatMap(({ from, path }) => [path, ...(from === null ? [] : [from])])
    : [];
  const args = [...diffTreeArgs(["--patch"], order), "--", ...below];
  const run = await runGit(deps, { args, place: order.place, take: patch.take });
  if (run.code !== 0 && run.code !== null) throw gitFault({ args }, run);
  return patch.end(run.code === 0);
}

function withPatches(
  listed: readonly DiffEntry[],
  { sections, isAlone }: { sections: readonly PatchSection[]; isAlone: boolean },
): ChangedFile[] {
  let at = 0;
  return listed.map((entry) => {
    const own = sections.slice(at, (at += sectionsOf(entry)));
    return { ...entry, ...shown(entry, { own, isAlone }) };
  });
}

function shown(
  entry: DiffEntry,
  { own, isAlone }: { own: readonly PatchSection[]; isAlone: boolean },
): Pick<ChangedFile, "patch" | "why"> {
  if (entry.additions === null) return { patch: null, why: "It is not text, or too large to be compared." };
  const texts = own.map(({ text }) => text);
  if (texts.length === sectionsOf(entry) && texts.every((text) => text !== null))
    return { patch: Buffer.concat(texts).toString("utf8"), why: null };
  if (isAlone) return { patch: null, why: `Its patch is longer than ${mostInAll / MiB} MiB.` };
  const isLong = own.some(({ bytes }) => bytes > mostOfOne);
  return {
    patch: null,
    why: isLong
      ? `Its patch is longer than ${mostOfOne / KiB} KiB; ask for this file alone.`
      : "There was no room left for its patch; ask for this file alone.",
  };
}

export function sumOf(numbers: readonly (number | null)[]): number {
  return numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
}
