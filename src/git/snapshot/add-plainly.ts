// Adds files to an index as plain files where `git add` would refuse them, or take their directory for a submodule.
import { lstat, readlink } from "node:fs/promises";
import { dirname } from "node:path";
import { copyAside } from "../worktree/copy-aside.ts";
import type { WorktreePlace } from "../repository/places.ts";
import { git, type GitDeps, type GitOrder, mustBeAnswer, runGit } from "../repository/run.ts";

/** An index that the hall makes for a worktree, separate from the worktree's own. */
export interface OwnIndex {
  place: WorktreePlace;
  index: string;
  /** The object id that is all zeros, as long as the ids of this repository. */
  none: string;
}

export interface IndexLine {
  path: string;
  /** `null` if the path is removed from the index. */
  entry: { mode: string; oid: string } | null;
}

interface PlainFile {
  path: string;
  mode: string;
}

export interface PlainOrder extends OwnIndex {
  paths: readonly string[];
  /** Set if a worker is still working in the worktree. */
  look?: {
    /** Says which files are too large to be read, and which object replaces them. */
    large: { isLarge(bytes: number): boolean; oid: string; mostBytes: number };
    /** The directory that the other files are copied to before git hashes them. */
    aside: string;
  };
}

/** Adds the files to the index, and removes paths that no longer exist from it. Returns the paths that git refuses. */
export async function addPlainly(deps: GitDeps, order: PlainOrder): Promise<string[]> {
  const files: PlainFile[] = [];
  const lines: IndexLine[] = [];
  const isWayThere = createWays(order.place.workTree);
  for (const path of order.paths) {
    const found = (await isWayThere(dirname(path)))
      ? await lstat(`${order.place.workTree}/${path}`).catch(() => undefined)
      : undefined;
    const mode = found && found.mode & 0o100 ? "100755" : "100644";
    if (found?.isFile() && order.look?.large.isLarge(found.size))
      lines.push({ path, entry: { mode, oid: order.look.large.oid } });
    else if (found?.isFile()) files.push({ path, mode });
    else if (found?.isSymbolicLink()) lines.push(await linkLine(deps, order, path));
    else if (!found) lines.push({ path, entry: null });
  }
  const { hashed, refused } = await hashFiles(deps, await heldStill(order, files));
  return [...refused, ...(await putLines(deps, { ...order, lines: [...lines, ...hashed] }))];
}

/** If a worker is still working, copies the files, so that the worker cannot replace one before git hashes it. */
async function heldStill({ place, look }: PlainOrder, files: readonly PlainFile[]): Promise<Hashing> {
  if (!look) return { place, files };
  const paths = files.map(({ path }) => path);
  const { aside, large } = look;
  const copied = await copyAside({ from: place.workTree, to: aside, paths, mostBytes: large.mostBytes });
  return { place: { ...place, workTree: aside }, files: files.filter(({ path }) => copied.has(path)) };
}

/**
 * Returns a function that checks that no directory on a path is a symlink. Git would follow one, and read files
 * anywhere on the machine.
 */
function createWays(workTree: string): (directory: string) => Promise<boolean> {
  const known = new Map<string, boolean>([[".", true]]);
  const isWayThere = async (directory: string): Promise<boolean> => {
    const seen = known.get(directory);
    if (seen !== undefined) return seen;
    const above = await isWayThere(dirname(directory));
    const found = above && (await lstat(`${workTree}/${directory}`).catch(() => undefined));
    const isThere = found ? found.isDirectory() : false;
    known.set(directory, isThere);
    return isThere;
  };
  return isWayThere;
}

async function linkLine(deps: GitDeps, { place }: OwnIndex, path: string): Promise<IndexLine> {
  const args = ["hash-object", "-w", "--stdin", "--no-filters"];
  const oid = await git(deps, { args, place, input: await readlink(`${place.workTree}/${path}`) });
  return { path, entry: { mode: "120000", oid: oid.trim() } };
}

interface Hashing {
  place: WorktreePlace;
  files: readonly PlainFile[];
}

/**
 * Hashes files with the conversions that `.gitattributes` asks for, such as of line endings. If git refuses a
 * file, hashes it without them.
 */
async function hashFiles(
  deps: GitDeps,
  { place, files }: Hashing,
): Promise<{ hashed: IndexLine[]; refused: string[] }> {
  const hashed: IndexLine[] = [];
  const take = (options: readonly string[]) => async (some: readonly PlainFile[]) => {
    const args = ["hash-object", "-w", "--stdin-paths", ...options];
    const input = some.map(({ path }) => `${quote(path)}\n`).join("");
    const printed = await unlessRefused(deps, { args, place, input });
    const oids = printed?.trim().split("\n") ?? [];
    some.forEach(({ path, mode }, at) => oids[at] && hashed.push({ path, entry: { mode, oid: oids[at] } }));
    return printed !== undefined;
  };
  const left = await inHalves(files, take([]));
  const refused = await inHalves(left, take(["--no-filters"]));
  return { hashed, refused: refused.map(({ path }) => path) };
}

/** Quotes a path so that git reads it from a line of its input. */
function quote(path: string): string {
  const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\" };
  return `"${path.replace(/[\n\r"\\]/g, (found) => escapes[found] ?? found)}"`;
}

/** Writes lines to the index. Returns the paths that git refuses, such as names that another system reads as `.git`. */
export async function putLines(
  deps: GitDeps,
  { place, index, none, lines }: OwnIndex & { lines: readonly IndexLine[] },
): Promise<string[]> {
  const refused = await inHalves(lines, async (some) => {
    const args = ["update-index", "-z", "--add", "--replace", "--index-info"];
    const input = some.map((line) => lineText(line, none)).join("");
    return (await unlessRefused(deps, { args, place, index, input })) !== undefined;
  });
  return refused.map(({ path }) => path);
}

function lineText({ path, entry }: IndexLine, none: string): string {
  return `${entry?.mode ?? "0"} ${entry?.oid ?? none}\t${path}\0`;
}

async function unlessRefused(deps: GitDeps, order: GitOrder): Promise<string | undefined> {
  const run = await runGit(deps, order);
  // Git skips a name that another system reads as `.git`, and still exits with 0.
  if (run.code === 0) return run.stderr.includes("Ignoring path") ? undefined : run.stdout;
  mustBeAnswer(order, run);
  return undefined;
}

/** The most calls of git for one list. A worker may have made a hundred thousand names that git refuses. */
const mostAsked = 1000;

/**
 * Returns the items that `take` refuses. Tries all items at once, and after a refusal each half separately.
 * Items that are still undecided after `most` calls count as refused.
 */
export async function inHalves<T>(
  items: readonly T[],
  take: (some: readonly T[]) => Promise<boolean>,
  most = mostAsked,
): Promise<T[]> {
  let asked = 0;
  const split = async (some: readonly T[]): Promise<T[]> => {
    if (some.length === 0) return [];
    if (asked >= most) return [...some];
    asked += 1;
    if (await take(some)) return [];
    const middle = some.length >> 1;
    return middle === 0
      ? [...some]
      : [...(await split(some.slice(0, middle))), ...(await split(some.slice(middle)))];
  };
  return split(items);
}
