// Finds marked work (by runs that had read words of strangers) in the history that a commission starts from. Work that
// the person's branch holds counts as accepted. Rewritten history is recognised by file contents.
import type { ProjectName } from "../../contract/home/ids.ts";
import { oid } from "../../contract/project/tree.ts";
import type { MarkOrder } from "../../rules/project/trees.ts";
import type { CommitMarks, OpenMark } from "./marks.ts";
import { findPersonsBranch } from "../repository/persons-branch.ts";
import { viewPlace, worktreePlace } from "../repository/places.ts";
import type { WorktreeOrder } from "../repository/prove-isolation.ts";
import { findTheirs, isAncestor, isCommit } from "../repository/refs.ts";
import { git, type GitDeps, type GitPlace, runGit, splitZ } from "../repository/run.ts";
import type { TreesDeps } from "../trees.ts";

/** How many files of one commit are stored with its mark. */
const mostBlobs = 10_000;
/** How many marked commits a finding names. */
const mostNamed = 10;

export async function markCommit(deps: TreesDeps, { id, project, commit, at }: MarkOrder): Promise<void> {
  const place = viewPlace(deps.home, project);
  const blobs = await blobsBetween(deps, place, { from: `${commit}^1`, to: commit });
  await deps.marks.add({
    version: 1,
    commit,
    commission: id,
    project,
    at,
    blobs: blobs.slice(0, mostBlobs),
    cut: blobs.length > mostBlobs,
    takenBy: null,
  });
}

export type MarkedDeps = Pick<TreesDeps, keyof GitDeps | "home" | "projects"> & {
  marks: Pick<CommitMarks, "open">;
};

export async function findMarked(
  deps: MarkedDeps,
  { project, commit }: { project: ProjectName; commit: string },
): Promise<string[]> {
  const open = await deps.marks.open();
  if (open.length === 0) return [];
  const place = viewPlace(deps.home, project);
  const person = await personTip(deps, place, project);
  const below = await marksBelow(deps, place, { open, tip: commit, without: person });
  const found = below.length > 0 ? below : await marksAlike(deps, place, { open, tip: commit, person });
  return named(found);
}

/** The history that a worker asked to see: some revisions, or everything. */
export interface HistoryOrder extends WorktreeOrder {
  revisions: readonly string[] | "all";
}

/**
 * Like `findMarked`, for history that a worker reads while it works. A revision that is no commit may show anything.
 */
export async function findMarkedHistory(deps: MarkedDeps, order: HistoryOrder): Promise<string[]> {
  const { project } = order.tree;
  if ((await deps.marks.open()).length === 0) return [];
  if (order.revisions === "all") return findMarkedAnywhere(deps, project);
  const found = new Set<string>();
  for (const revision of order.revisions) {
    const commit = await commitNamed(deps, order, revision);
    const marked =
      commit === null ? await findMarkedAnywhere(deps, project) : await findMarked(deps, { project, commit });
    for (const each of marked) found.add(each);
  }
  return [...found].slice(0, mostNamed);
}

async function commitNamed(deps: MarkedDeps, { id, tree }: HistoryOrder, revision: string) {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const run = await runGit(deps, { args, place: worktreePlace(deps.home, id, tree) });
  return oid.safeParse(run.stdout.trim()).data ?? null;
}

/** Searches everything in the repository, because a shell can also read kept branches and what was merged since. */
async function findMarkedAnywhere(deps: MarkedDeps, project: ProjectName): Promise<string[]> {
  const open = await deps.marks.open();
  const place = viewPlace(deps.home, project);
  const person = await personTip(deps, place, project);
  const marks = new Set(open.map(({ commit }) => commit));
  const wanted = [...marks, ...(person === null ? [] : [`^${person}`])];
  const args = ["rev-list", "--ignore-missing", "--stdin"];
  const commits = (await git(deps, { args, place, input: `${wanted.join("\n")}\n` })).split("\n");
  return commits.filter((commit) => marks.has(commit)).slice(0, mostNamed);
}

const named = (marks: readonly OpenMark[]): string[] => marks.slice(0, mostNamed).map(({ commit }) => commit);

/** Records that the person's branch holds all work below `taken`, such as after a squashed or rebased pull request. */
export async function takeMarked(
  deps: TreesDeps,
  place: GitPlace,
  { project, taken, person }: { project: ProjectName; taken: string; person: string },
): Promise<void> {
  const open = await deps.marks.open();
  // A branch that the hall itself moves is not the person's, whatever the config calls it.
  if (open.length === 0 || (await findPersonsBranch(deps.projects(), project)) === null) return;
  const below = await marksBelow(deps, place, { open, tip: taken, without: person });
  const same = new Set(below.flatMap((mark) => sameWork(open, mark)));
  await deps.marks.take([...same], person);
}

/** `null` if no branch belongs to the person alone. */
async function personTip(deps: MarkedDeps, place: GitPlace, project: ProjectName): Promise<string | null> {
  const branch = await findPersonsBranch(deps.projects(), project);
  return branch === null ? null : ((await findTheirs(deps, place, branch)) ?? null);
}

async function marksBelow(
  deps: MarkedDeps,
  place: GitPlace,
  { open, tip, without }: { open: readonly OpenMark[]; tip: string; without: string | null },
): Promise<OpenMark[]> {
  const marks = new Map(open.map((mark) => [mark.commit, mark]));
  const args = ["rev-list", tip, ...(without === null ? [] : [`^${without}`]), "--"];
  const commits = (await git(deps, { args, place })).split("\n");
  return commits.flatMap((commit) => marks.get(commit) ?? []);
}

/**
 * Finds marked work that arrived through other commits: a file content that the person's branch does not have there.
 */
async function marksAlike(
  deps: MarkedDeps,
  place: GitPlace,
  { open, tip, person }: { open: readonly OpenMark[]; tip: string; person: string | null },
): Promise<OpenMark[]> {
  if (person === tip || open.every(({ blobs }) => blobs.length === 0)) return [];
  const there = new Set(await blobsBetween(deps, place, { from: person, to: tip }));
  const alike = open.filter(({ blobs }) => blobs.some((blob) => there.has(blob)));
  const found: OpenMark[] = [];
  for (const mark of alike)
    if (person === null || !(await isTaken(deps, place, { marks: sameWork(open, mark), person })))
      found.push(mark);
  return found;
}

/**
 * Returns all marks of the same commission: one commit is on its own branch, another on the branch it was merged into.
 */
function sameWork(open: readonly OpenMark[], { commit, whole }: OpenMark): OpenMark[] {
  return open.filter((mark) =>
    whole === null ? mark.commit === commit : mark.whole?.commission === whole.commission,
  );
}

async function isTaken(
  deps: MarkedDeps,
  place: GitPlace,
  { marks, person }: { marks: readonly OpenMark[]; person: string },
): Promise<boolean> {
  for (const { commit } of marks) if (await isIn(deps, place, { commit, of: person })) return true;
  return false;
}

async function isIn(
  deps: MarkedDeps,
  place: GitPlace,
  { commit, of }: { commit: string; of: string },
): Promise<boolean> {
  return (await isCommit(deps, place, commit)) && (await isAncestor(deps, place, { old: commit, of }));
}

/** Returns the blob of each non-empty file that differs from `from`; of every file if `from` is `null`. */
async function blobsBetween(
  deps: MarkedDeps,
  place: GitPlace,
  { from, to }: { from: string | null; to: string },
): Promise<string[]> {
  const args = from === null ? ["ls-tree", "-r", "-z", to] : ["diff-tree", ...plainRaw, from, to];
  const words = splitZ(await git(deps, { args, place }));
  return words.flatMap((word) => contentOf(word, from === null ? wholeEntry : rawEntry));
}

const plainRaw = ["-r", "-z", "--raw", "--no-abbrev", "--no-renames"];
/** Paths come between or after the entries. No path can match an entry's full pattern. */
const rawEntry = /^:\d{6} (?<mode>\d{6}) [0-9a-f]+ (?<blob>[0-9a-f]{40,64}) [A-Z]$/;
const wholeEntry = /^(?<mode>\d{6}) blob (?<blob>[0-9a-f]{40,64})\t/;

/** The blob ids of the empty file, in SHA-1 and SHA-256. */
const empty: ReadonlySet<string> = new Set([
  "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
]);

function contentOf(word: string, entry: RegExp): string[] {
  const { mode, blob } = entry.exec(word)?.groups ?? {};
  return mode === undefined || blob === undefined || mode === "000000" || empty.has(blob) ? [] : [blob];
}
