// A repository without git: commits, branches, worktrees and trash as plain values. Changes are made one at a time,
// and each is permanent once it is made.
import { createHash } from "node:crypto";
import type { CommissionId } from "../../src/contract/home/ids.ts";

export type Files = ReadonlyMap<string, string>;

export interface FakeCommit {
  parent: string | null;
  files: Files;
  message: string;
}

export interface FakeRepository {
  commits: Map<string, FakeCommit>;
  snapshots: Map<string, Files>;
  refs: Map<string, string>;
  worktrees: Map<CommissionId, Map<string, string>>;
  trash: { id: CommissionId; path: string; text: string }[];
  /** Commits of runs that had read words of strangers. */
  marks: Set<string>;
  /** The records of commissions, by their commits. */
  notes: Map<string, string>;
}

export const integration = "claude/main";

export function createFakeRepository(): FakeRepository {
  const repository: FakeRepository = {
    commits: new Map(),
    snapshots: new Map(),
    refs: new Map(),
    worktrees: new Map(),
    trash: [],
    marks: new Set(),
    notes: new Map(),
  };
  const first = addCommit(repository, {
    parent: null,
    files: new Map([["README.md", "hello"]]),
    message: "First\n",
  });
  repository.refs.set(integration, first);
  return repository;
}

export function oidOf(value: unknown): string {
  return createHash("sha1").update(JSON.stringify(value)).digest("hex");
}

function listed(files: Files): string[] {
  return [...files].map((entry) => JSON.stringify(entry)).sort();
}

/** Names a commit by its content, as git does. */
export function addCommit({ commits }: FakeRepository, commit: FakeCommit): string {
  const { parent, files, message } = commit;
  const name = oidOf([parent, listed(files), message]);
  commits.set(name, commit);
  return name;
}

export function addSnapshot({ snapshots }: FakeRepository, files: Files): string {
  const name = oidOf(listed(files));
  snapshots.set(name, new Map(files));
  return name;
}

export function getCommit({ commits }: FakeRepository, name: string): FakeCommit {
  const found = commits.get(name);
  if (!found) throw new Error(`fatal: bad object ${name}`);
  return found;
}

export function tipOf({ refs }: FakeRepository, branch: string): string {
  const found = refs.get(branch);
  if (!found) throw new Error(`fatal: there is no branch ${branch}`);
  return found;
}

/** Walks from a commit to the first one. */
export function* lineOf(repository: FakeRepository, tip: string): Generator<[string, FakeCommit]> {
  for (let name: string | null = tip; name !== null;) {
    const commit = getCommit(repository, name);
    yield [name, commit];
    name = commit.parent;
  }
}

/** Returns the last commit that both lines have, from which a merge of the two begins. */
export function forkOf(repository: FakeRepository, one: string, other: string): string {
  const line = new Set([...lineOf(repository, other)].map(([name]) => name));
  const found = [...lineOf(repository, one)].find(([name]) => line.has(name));
  if (!found) throw new Error(`fatal: ${one} and ${other} have no commit in common`);
  return found[0];
}

/** Returns the commits of the integration branch that brought this commission's work. */
export function mergesOf(repository: FakeRepository, id: CommissionId): [string, FakeCommit][] {
  return [...lineOf(repository, tipOf(repository, integration))].filter(([, { message }]) =>
    message.split("\n").includes(`Commission: ${id}`),
  );
}

/** Three-way merge. A path that both sides changed differently is a conflict. */
export function mergeFiles(
  base: Files,
  ours: Files,
  theirs: Files,
): { files: Files } | { conflicts: string[] } {
  const merged = new Map(ours);
  const conflicts: string[] = [];
  for (const path of new Set([...base.keys(), ...theirs.keys()])) {
    const [was, here, there] = [base.get(path), ours.get(path), theirs.get(path)];
    if (there === was || there === here) continue;
    if (here !== was) conflicts.push(path);
    else if (there === undefined) merged.delete(path);
    else merged.set(path, there);
  }
  return conflicts.length > 0 ? { conflicts: conflicts.sort() } : { files: merged };
}

/** Whether this text is still somewhere: in a commit that a branch reaches, in a worktree, or in the trash. */
export function isKept(repository: FakeRepository, path: string, text: string): boolean {
  const inBranches = [...repository.refs.values()].some((tip) =>
    [...lineOf(repository, tip)].some(([, { files }]) => files.get(path) === text),
  );
  const inWorktrees = [...repository.worktrees.values()].some((files) => files.get(path) === text);
  const inTrash = repository.trash.some((one) => one.path === path && one.text === text);
  return inBranches || inWorktrees || inTrash;
}
