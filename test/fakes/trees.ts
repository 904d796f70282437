// Implements the conductor's operations on a repository without git. Each operation is a step of its own, so that a
// test can interrupt it anywhere.
import type { CommissionId, ProjectName } from "../../src/contract/home/ids.ts";
import { commissionBranch, type TreePlan } from "../../src/contract/project/tree.ts";
import type { DispatchDeps } from "../../src/hall/dispatch/deps.ts";
import type { CommitOrder, MergeOrder, UndoOrder } from "../../src/rules/project/trees.ts";
import {
  addCommit,
  addSnapshot,
  type FakeRepository,
  type Files,
  forkOf,
  getCommit,
  integration,
  lineOf,
  mergeFiles,
  mergesOf,
  tipOf,
} from "./repository.ts";

type Trees = DispatchDeps["trees"];

const none = () => Promise.reject(new Error("This hall has no projects."));

/** For a hall without projects: no commission has a tree. */
export const noTrees: Trees = {
  plan: async () => ({ ok: false, message: "This hall has no projects." }),
  instructions: async () => null,
  commit: none,
  prepareMerge: none,
  merge: none,
  candidate: none,
  otherSide: none,
  prepareUndo: none,
  note: none,
  close: none,
  inTurn: (_project, task) => task(),
  hasDocument: async () => false,
  mark: none,
  marked: none,
  carried: none,
};

/** One operation on the repository, or one query. */
export type Act = <T>(what: string, run: () => T) => Promise<T>;

export interface FakeTreesDeps {
  repository: FakeRepository;
  act: Act;
}

export function createFakeTrees(deps: FakeTreesDeps): Trees {
  return {
    plan: (order) => plan(deps, order),
    instructions: async () => null,
    commit: (order) => commit(deps, order),
    prepareMerge: (order) => prepareMerge(deps, order),
    merge: (tree, move) => merge(deps, tree, move),
    candidate: (order) => findCandidate(deps, order),
    otherSide: async () => ({ commits: ["abc Theirs"], files: ["theirs.md"], patch: "", cut: false }),
    prepareUndo: (order) => prepareUndo(deps, order),
    note: ({ commit, text }) => deps.act("git notes", () => void deps.repository.notes.set(commit, text)),
    close: (order) => close(deps, order),
    inTurn: createTurns(),
    hasDocument: async (_project, path) =>
      getCommit(deps.repository, tipOf(deps.repository, integration)).files.has(path),
    mark: (order) => deps.act("mark", () => void deps.repository.marks.add(order.commit)),
    marked: async ({ commit }) =>
      [...lineOf(deps.repository, commit)]
        .map(([name]) => name)
        .filter((name) => deps.repository.marks.has(name)),
    carried: async () => ({ files: [], total: 0, theirs: [] }),
  };
}

/** Does what the workbench does. A second call changes nothing. */
export async function makeTree(
  { repository, act }: FakeTreesDeps,
  id: CommissionId,
  tree: TreePlan,
): Promise<void> {
  await act("git branch", () => {
    if (!repository.refs.has(tree.branch)) repository.refs.set(tree.branch, tree.base);
  });
  await act("git worktree add", () => {
    if (!repository.worktrees.has(id))
      repository.worktrees.set(id, new Map(getCommit(repository, tree.base).files));
  });
}

export function takeSnapshot({ repository, act }: FakeTreesDeps, id: CommissionId): Promise<string> {
  return act("git write-tree", () => addSnapshot(repository, withoutIgnored(repository.worktrees.get(id))));
}

async function plan({ repository, act }: FakeTreesDeps, order: Parameters<Trees["plan"]>[0]) {
  const { id, project, checkout, startAt } = order;
  const base = await act("git rev-parse", () => startAt ?? tipOf(repository, integration));
  const branch = commissionBranch(id);
  const tree: TreePlan = {
    project,
    repository: "/repository/.git",
    branch,
    base,
    into: integration,
    checkout,
  };
  return { ok: true as const, tree };
}

async function commit({ repository, act }: FakeTreesDeps, order: CommitOrder): ReturnType<Trees["commit"]> {
  const { tree, document, message } = order;
  const there = repository.refs.get(tree.branch);
  if (there !== undefined && there !== tree.base && getCommit(repository, there).message === message)
    return { tip: there, notes: [] };
  const base = getCommit(repository, tree.base).files;
  const work = await act("git add", (): Files => filesOf(repository, order) ?? base);
  if (sameFiles(work, base)) return { tip: null, notes: [] };
  const files = new Map(work);
  if (document !== null) files.set(document.path, document.text);
  const tip = await act("git commit-tree", () =>
    addCommit(repository, { parent: tree.base, files, message }),
  );
  await act("git update-ref", () => repository.refs.set(tree.branch, tip));
  return { tip, notes: [] };
}

function filesOf({ snapshots, worktrees }: FakeRepository, order: CommitOrder): Files | undefined {
  if (order.snapshot !== null) return snapshots.get(order.snapshot);
  const files = order.hasBegun ? worktrees.get(order.id) : undefined;
  return order.ignoredToo || files === undefined ? files : withoutIgnored(files);
}

/** As if `.gitignore` had `*.log`. */
function withoutIgnored(files: Files = new Map()): Files {
  return new Map([...files].filter(([path]) => !path.endsWith(".log")));
}

function sameFiles(some: Files, others: Files): boolean {
  return some.size === others.size && [...some].every(([path, text]) => others.get(path) === text);
}

async function prepareMerge(
  { repository, act }: FakeTreesDeps,
  { id, tree, tip, message }: MergeOrder,
): ReturnType<Trees["prepareMerge"]> {
  const expected = await act("git rev-parse", () => tipOf(repository, tree.into));
  const before = mergesOf(repository, id)[0];
  if (before) return { kind: "merged", commit: before[0] };
  const start = forkOf(repository, tip, expected);
  const [base, ours, theirs] = [start, expected, tip].map((name) => getCommit(repository, name).files);
  const merged = mergeFiles(base as Files, ours as Files, theirs as Files);
  if ("conflicts" in merged) return { kind: "conflict", files: merged.conflicts };
  const commit = await act("git commit-tree", () =>
    addCommit(repository, { parent: expected, files: merged.files, message }),
  );
  return { kind: "ready", expected, commit, tree: addSnapshot(repository, merged.files) };
}

async function prepareUndo(
  { repository, act }: FakeTreesDeps,
  { tree, commit, message }: UndoOrder,
): ReturnType<Trees["prepareUndo"]> {
  const expected = await act("git rev-parse", () => tipOf(repository, tree.into));
  const line = [...lineOf(repository, expected)];
  const at = line.findIndex(([name]) => name === commit);
  const parent = line[at]?.[1].parent ?? null;
  if (at < 0 || parent === null) return { kind: "gone", why: `Commit ${commit} is not on the branch.` };
  const [base, ours, theirs] = [commit, expected, parent].map((name) => getCommit(repository, name).files);
  const merged = mergeFiles(base as Files, ours as Files, theirs as Files);
  if ("conflicts" in merged) {
    const standing = line.slice(0, at).map(([name, each]) => ({
      commit: name,
      subject: each.message.split("\n")[0] ?? "",
      commission: null,
    }));
    return { kind: "conflict", files: merged.conflicts, standing };
  }
  const undone = await act("git commit-tree", () =>
    addCommit(repository, { parent: expected, files: merged.files, message }),
  );
  return { kind: "ready", expected, commit: undone, tree: addSnapshot(repository, merged.files) };
}

/** Shared by the fake hall and the fake workbench. */
export async function findCandidate(
  { repository, act }: FakeTreesDeps,
  { tree, work }: Parameters<Trees["candidate"]>[0],
): ReturnType<Trees["candidate"]> {
  const expected = await act("git rev-parse", () => tipOf(repository, tree.into));
  const files = repository.snapshots.get(work);
  if (files === undefined) throw new Error(`fatal: bad object ${work}`);
  const merged = mergeFiles(
    getCommit(repository, forkOf(repository, tree.base, expected)).files,
    getCommit(repository, expected).files,
    files,
  );
  return "conflicts" in merged
    ? { kind: "conflict", expected }
    : { kind: "ready", expected, tree: addSnapshot(repository, merged.files) };
}

/** Moves the worktree onto another commit, with the work in it. */
export async function carryTree(
  { repository, act }: FakeTreesDeps,
  id: CommissionId,
  { tree, carry }: { tree: TreePlan; carry: { from: string; snapshot: string; onto: string } },
): Promise<void> {
  const [base, onto] = [carry.from, carry.onto].map((name) => getCommit(repository, name).files);
  const merged = mergeFiles(
    base as Files,
    onto as Files,
    repository.snapshots.get(carry.snapshot) ?? new Map(),
  );
  if ("conflicts" in merged) throw new Error("fatal: it could not be brought there");
  await act("git read-tree", () => {
    const ignored = [...(repository.worktrees.get(id) ?? [])].filter(([path]) => path.endsWith(".log"));
    repository.worktrees.set(id, new Map([...merged.files, ...ignored]));
  });
  await act("git update-ref", () => repository.refs.set(tree.branch, carry.onto));
}

async function merge(
  { repository, act }: FakeTreesDeps,
  { into }: TreePlan,
  move: Parameters<Trees["merge"]>[1],
): ReturnType<Trees["merge"]> {
  return act(`git update-ref ${into}`, () => {
    const now = tipOf(repository, into);
    if ([...lineOf(repository, now)].some(([name]) => name === move.commit)) return "done";
    if (now !== move.expected) return "moved";
    repository.refs.set(into, move.commit);
    return "done";
  });
}

async function close(
  { repository, act }: FakeTreesDeps,
  { id, tree, tip, merged, keepWorktree }: Parameters<Trees["close"]>[0],
): ReturnType<Trees["close"]> {
  const committed = getCommit(repository, tip ?? tree.base).files;
  if (!keepWorktree)
    for (const [path, text] of repository.worktrees.get(id) ?? [])
      if (committed.get(path) !== text)
        await act(`git rename ${path}`, () => {
          repository.trash.push({ id, path, text });
          repository.worktrees.get(id)?.delete(path);
        });
  if (!keepWorktree) await act("git worktree remove", () => repository.worktrees.delete(id));
  const isThere = repository.refs.has(tree.branch);
  const isElsewhere = tip === null || (merged !== null && isAllIn(repository, { tip, merged }));
  if (isElsewhere) await act("git branch -d", () => repository.refs.delete(tree.branch));
  const trashed = repository.trash.some((one) => one.id === id) ? `trash/${id}` : null;
  return { branch: isElsewhere || !isThere ? null : tree.branch, trashed, notes: [] };
}

function isAllIn(repository: FakeRepository, { tip, merged }: { tip: string; merged: string }): boolean {
  const start = forkOf(repository, tip, merged);
  const [base, work, into] = [start, tip, merged].map((name) => getCommit(repository, name).files);
  return [...(work as Files)].every(([path, text]) => base?.get(path) === text || into?.get(path) === text);
}

function createTurns(): Trees["inTurn"] {
  const last = new Map<ProjectName, Promise<unknown>>();
  return (project, task) => {
    const turn = (last.get(project) ?? Promise.resolve()).then(task, task);
    last.set(project, turn);
    return turn;
  };
}
