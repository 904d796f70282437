// Captures a worktree as a git tree: every file that git does not ignore, as a plain file.
import { Fault } from "../../contract/api/problem.ts";
import { lookAt, walkInside } from "../../host/files/walk-inside.ts";
import { addPlainly, type IndexLine, type OwnIndex, putLines } from "./add-plainly.ts";
import { holdSnapshot } from "./held-snapshot.ts";
import { deepest, lookOver, nameSome } from "../worktree/look-over.ts";
import { changesIn, freshIndex } from "./own-index.ts";
import { worktreePlace, type WorktreePlace } from "../repository/places.ts";
import type { WorktreeDeps, WorktreeOrder } from "../repository/prove-isolation.ts";
import { writeTree } from "./record-tree.ts";
import { freeRecordsPlace } from "./records-place.ts";
import { git, gitFault, mustBeAnswer, runGit, splitZ } from "../repository/run.ts";
import { leaveOutUnsound } from "./unsound-files.ts";
import { isBroughtAlong, readBroughtAlong } from "../worktree/worktree-records.ts";

export interface Snapshot {
  /** The id of a git tree. */
  tree: string;
  notes: string[];
}

/**
 * Captures the worktree. Changes nothing in it, except that unreadable files become readable and pipes that
 * would block git are removed.
 */
export async function snapshotTree(deps: WorktreeDeps, order: WorktreeOrder): Promise<Snapshot> {
  const { own, notes } = await takeAll(deps, order);
  const tree = await writeTree(deps, own);
  await holdSnapshot(deps, order, tree);
  return { tree, notes };
}

export interface TakenSnapshot {
  own: OwnIndex;
  notes: string[];
}

/** Adds all files to an index that the hall makes for the worktree, separate from the worktree's own. */
export async function takeAll(deps: WorktreeDeps, { id, tree }: WorktreeOrder): Promise<TakenSnapshot> {
  const place = worktreePlace(deps.home, id, tree);
  const { nested, notes } = await lookOver(place.workTree);
  const own = await freshIndex(deps, { place, tree });
  const modules = await modulesOf(deps, own);
  await takeModulesOut(deps, own);
  const isComplete = await addAll(deps, own);
  await takeModulesOut(deps, own);
  const missed = isComplete ? [] : await missedBy(deps, own);
  const inside = await plainlyIn(deps, { own, nested, modules });
  const refused = await addPlainly(deps, { ...own, paths: [...missed, ...inside] });
  await leaveOut(deps, own, tree.base);
  await putModules(deps, own, modules.lines);
  const inTheWay = await freeRecordsPlace(deps, own, tree.base);
  const unsound = await leaveOutUnsound(deps, own, tree.base);
  return { own, notes: [...notes, ...notesOn({ nested, refused, inTheWay, unsound })] };
}

const gitlink = "160000";

interface Modules {
  /** Lines of the index, quoted as git prints them: a name that is not UTF-8 would not survive decoding. */
  lines: string[];
  paths: string[];
}

export async function modulesOf(deps: WorktreeDeps, own: OwnIndex): Promise<Modules> {
  const lines = await moduleLines(deps, own);
  if (lines.length === 0) return { lines, paths: [] };
  const entries = await entriesOf(deps, own);
  return { lines, paths: entries.filter(({ entry }) => entry?.mode === gitlink).map(({ path }) => path) };
}

async function moduleLines(deps: WorktreeDeps, { place, index }: OwnIndex): Promise<string[]> {
  const listed = await git(deps, { args: ["ls-files", "-s"], place, index });
  return listed.split("\n").filter((line) => line.startsWith(`${gitlink} `));
}

/**
 * Removes all submodules from the index. "git add" would open each submodule's repository, whose settings may name
 * programs. A repository that was created inside the worktree would count as a submodule, too, and its files would be
 * missing.
 */
export async function takeModulesOut(deps: WorktreeDeps, own: OwnIndex): Promise<void> {
  const lines = await moduleLines(deps, own);
  await putModules(
    deps,
    own,
    lines.map((line) => `0 ${own.none}${line.slice(line.indexOf("\t"))}`),
  );
  if ((await moduleLines(deps, own)).length > 0)
    throw new Fault("git", "The submodules could not be taken out of the index.");
}

/** Writes lines to the index. Throws if git refuses one: the caller must not continue with such an index. */
export async function putModules(
  deps: WorktreeDeps,
  { place, index }: OwnIndex,
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return;
  const args = ["update-index", "--add", "--replace", "--index-info"];
  await git(deps, { args, place, index, input: `${lines.join("\n")}\n` });
}

/** Lists the entries of the index. Git prints each as "mode oid stage", a tab and the path. */
async function entriesOf(deps: WorktreeDeps, { place, index }: OwnIndex): Promise<IndexLine[]> {
  const listed = splitZ(await git(deps, { args: ["ls-files", "-s", "-z"], place, index }));
  return listed.map((line) => {
    const tab = line.indexOf("\t");
    const [mode = "", oid = ""] = line.slice(0, tab).split(" ");
    return { path: line.slice(tab + 1), entry: { mode, oid } };
  });
}

/** Adds all files with "git add". Returns false if git refused some. */
async function addAll(deps: WorktreeDeps, own: OwnIndex): Promise<boolean> {
  const args = ["add", "-A", "--sparse", "--ignore-errors", "--no-warn-embedded-repo", "--", "."];
  const run = await runGit(deps, { args, ...own });
  if (run.code === 0) return true;
  mustBeAnswer({ args }, run);
  return false;
}

/**
 * Lists the files whose present content is not in the index. Leaves out nested repositories, which git lists
 * with a "/" at the end.
 */
export async function missedBy(deps: WorktreeDeps, own: OwnIndex): Promise<string[]> {
  const args = ["ls-files", "-m", "-d", "-o", "--exclude-standard", "-z"];
  const paths = splitZ(await git(deps, { args, ...own }));
  return [...new Set(paths)].filter((path) => !path.endsWith("/"));
}

/** Lists the files of nested repositories that are neither ignored nor in the index. */
export async function plainlyIn(
  deps: WorktreeDeps,
  { own, nested, modules }: { own: OwnIndex; nested: readonly string[]; modules: Modules },
): Promise<string[]> {
  const isInModule = (path: string) => modules.paths.some((module) => `${path}/`.startsWith(`${module}/`));
  const directories = nested.filter((path) => !isInModule(path));
  if (directories.length === 0) return [];
  const known = new Set((await entriesOf(deps, own)).map(({ path }) => path));
  const found = new Set<string>();
  for (const directory of directories)
    for (const path of await plainFilesIn(own.place, directory)) if (!known.has(path)) found.add(path);
  return withoutIgnored(deps, { own, paths: [...found] });
}

async function plainFilesIn({ workTree }: WorktreePlace, directory: string): Promise<string[]> {
  const found: string[] = [];
  await walkInside(`${workTree}/${directory}`, {
    into: ({ path, depth }) => depth < deepest && !/(?:^|\/)\.git$/.test(path),
    visit: ({ path, kind, isText }) => {
      const isOwn = /(?:^|\/)\.git$/.test(path);
      if (isText && !isOwn && (kind === "file" || kind === "link")) found.push(`${directory}/${path}`);
    },
  });
  return found;
}

async function withoutIgnored(
  deps: WorktreeDeps,
  { own, paths }: { own: OwnIndex; paths: readonly string[] },
): Promise<string[]> {
  if (paths.length === 0) return [];
  const order = {
    args: ["--no-literal-pathspecs", "check-ignore", "-z", "--stdin"],
    ...own,
    input: paths.map((path) => `./${path}\0`).join(""),
  };
  const run = await runGit(deps, order);
  if (run.code !== 0 && run.code !== 1) throw gitFault(order, run);
  const ignored = new Set(splitZ(run.stdout));
  return paths.filter((path) => !ignored.has(`./${path}`));
}

/**
 * Removes two kinds of new files from the index: files copied in from the person's checkout, which may hold secrets,
 * and files that the set-up command left, which are not the worker's.
 */
export async function leaveOut(deps: WorktreeDeps, own: OwnIndex, base: string): Promise<void> {
  const { gitDir, workTree } = own.place;
  const along = await readBroughtAlong(deps.disk, gitDir);
  if (Object.keys(along.copied).length + Object.keys(along.stamps).length === 0) return;
  const added = (await changesIn(deps, { ...own, since: base })).filter(({ before }) => before === null);
  const out = added.filter(({ path }) =>
    isBroughtAlong(along, { path, stamp: lookAt(`${workTree}/${path}`)?.stamp ?? "" }),
  );
  await putLines(deps, { ...own, lines: out.map(({ path }) => ({ path, entry: null })) });
}

interface Noted {
  nested: readonly string[];
  refused: readonly string[];
  inTheWay: readonly string[];
  unsound: readonly string[];
}

function notesOn({ nested, refused, inTheWay, unsound }: Noted): string[] {
  const notes: string[] = [];
  if (unsound.length > 0)
    notes.push(
      `${nameSome(unsound)} is left out: git calls it unsound, and hosts refuse a branch that has it.`,
    );
  if (inTheWay.length > 0)
    notes.push(
      `${nameSome(inTheWay)} is left out: the records of commissions go to a directory of that name.`,
    );
  if (nested.length > 0)
    notes.push(
      `${nameSome(nested)} had a git repository of its own; its files are taken, its history is not.`,
    );
  if (refused.length > 0) notes.push(`Git does not accept ${nameSome(refused)}.`);
  return notes;
}
