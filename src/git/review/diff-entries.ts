// Which files differ between two trees, as git lists them: with renames found, and lines counted.
import type { ChangedFile } from "../../contract/commission/diff.ts";
import { historySettings, plainDiff } from "../repository/history-args.ts";
import { git, type GitDeps, type GitPlace } from "../repository/run.ts";

export interface Sides {
  place: GitPlace;
  /** Names of commits or trees. */
  from: string;
  to: string;
}

export type DiffEntry = Omit<ChangedFile, "patch" | "why">;

/** Above so many candidates only files that stayed the same are found under their new names. */
const mostRenames = 1000;

/** What both looks at the trees have in common: they must find the same pairs. */
export function diffTreeArgs(form: readonly string[], { from, to }: Sides): string[] {
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

export async function diffEntries(deps: GitDeps, sides: Sides): Promise<DiffEntry[]> {
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

/** ":mode mode object object status", then the path; of a renamed one, where it was before that. */
function entryOf(word: string, next: Next): DiffEntry {
  const change = changes[/ ([A-Z])\d*$/.exec(word)?.[1] ?? ""] ?? "modified";
  const from = change === "renamed" || change === "copied" ? next() : null;
  return { path: next(), from, change, additions: null, deletions: null };
}

/** "added, tab, deleted, tab, path"; of a renamed one the path is empty, and both follow. A dash: it is not text. */
function readCounts(counts: Map<string, Counts>, word: string, next: Next): void {
  const [, added = "", deleted = "", path = ""] = /^(\S+)\t(\S+)\t(.*)$/s.exec(word) ?? [];
  if (path === "") next();
  const name = path === "" ? next() : path;
  // Names that are no text may read the same: one that is text must not pass for one that is not.
  const before = counts.get(name);
  counts.set(name, {
    additions: countOf(added) ?? before?.additions ?? null,
    deletions: countOf(deleted) ?? before?.deletions ?? null,
  });
}

function countOf(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}
