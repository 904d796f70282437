// Lists the files that differ between two trees, with renames detected and lines counted.
import type { ChangedFile } from "../../contract/commission/diff.ts";
import { historySettings, plainDiff } from "../repository/history-args.ts";
import { git, type GitDeps, type GitPlace } from "../repository/run.ts";

export interface ComparedTrees {
  place: GitPlace;
  /** Ids of commits or trees. */
  from: string;
  to: string;
}

export type DiffEntry = Omit<ChangedFile, "patch" | "why">;

/** Beyond this many candidates, git detects only renames of unchanged files. */
const mostRenames = 1000;

/** Builds the arguments for the list of files and for the patch alike, because both must detect the same renames. */
export function diffTreeArgs(form: readonly string[], { from, to }: ComparedTrees): string[] {
  const renames = ["-M", `-l${mostRenames}`];
  return [
    ...historySettings,
    "diff-tree",
    "-r",
    ...renames,
    ...plainDiff,
    "--submodule=short",
    ...form,
    from,
    to,
  ];
}

export async function diffEntries(deps: GitDeps, sides: ComparedTrees): Promise<DiffEntry[]> {
  const args = diffTreeArgs(["--raw", "--numstat", "-z"], sides);
  const words = (await git(deps, { args, place: sides.place })).split("\0").values();
  const entries: DiffEntry[] = [];
  const counts = new Map<string, Counts>();
  for (const word of words) {
    if (word.startsWith(":")) entries.push(entryOf(word, () => words.next().value ?? ""));
    else if (word !== "") readCounts(counts, word, () => words.next().value ?? "");
  }
  return entries.map((entry) => ({ ...entry, ...counts.get(entry.path) }));
}

type Counts = Pick<DiffEntry, "additions" | "deletions">;
type Next = () => string;

const changes: Readonly<Record<string, DiffEntry["change"]>> = {
  A: "added",
  C: "copied",
  D: "deleted",
  R: "renamed",
  T: "type",
};

/** Parses ":mode mode object object status", then the path. A rename has its old path before the new one. */
function entryOf(word: string, next: Next): DiffEntry {
  const change = changes[/ ([A-Z])\d*$/.exec(word)?.[1] ?? ""] ?? "modified";
  const from = change === "renamed" || change === "copied" ? next() : null;
  return { path: next(), from, change, additions: null, deletions: null };
}

/** Parses "added, tab, deleted, tab, path". A rename has an empty path, then both paths. A dash means binary. */
function readCounts(counts: Map<string, Counts>, word: string, next: Next): void {
  const [, added = "", deleted = "", path = ""] = /^(\S+)\t(\S+)\t(.*)$/s.exec(word) ?? [];
  if (path === "") next();
  const name = path === "" ? next() : path;
  // Names that are not UTF-8 may decode to the same string: a binary file must not erase a text file's counts.
  const before = counts.get(name);
  counts.set(name, {
    additions: countOf(added) ?? before?.additions ?? null,
    deletions: countOf(deleted) ?? before?.deletions ?? null,
  });
}

function countOf(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}
