// Marks the commits of runs that had read text from outside, such as web pages, and finds marked commits in
// the history that a commission starts from. Work that is on the person's branch counts as accepted. Work
// that was squashed or rebased is recognised by its file contents.
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

/** The most blob ids (file contents) of one commit that are stored with its mark. */
const mostBlobs = 10_000;
/** The most marked commits that one search returns. */
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
 * Like `findMarked`, for history that a worker reads during its session. A revision that does not name a
 * commit may show anything, so the whole repository is searched.
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

/**
 * Returns marked commits from anywhere in the repository, except those on the person's branch. A worker with
 * a shell can read more than its own history: branches of other commissions, and work that was merged since.
 */
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

/**
 * Records that the person has accepted the marked work in the history of `taken`. The person's branch has
 * that work through other commits, such as a squashed or rebased pull request.
 */
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

/** Returns the tip of the person's branch; `null` if no branch belongs to the person alone, or if it does not exist. */
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
 * Finds marked work that arrived through other commits, such as by a rebase: a file at `tip` has the content of a
 * marked file, and the person's branch has something else at that path.
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
 * Returns all open marks of the same commission. Its work may be two commits: one on its own branch, and one
 * on the integration branch. A damaged mark does not name its commission, so it is returned alone.
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

/**
 * Returns the blob ids of the non-empty files of `to` that differ from `from`; of all its non-empty files if
 * `from` is `null`.
 */
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
/**
 * Patterns for the entries in git's output, which also has paths. A path matches only if it imitates an
 * entry.
 */
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
