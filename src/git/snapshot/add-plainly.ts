// Puts files into an index one by one, as plain files, where `git add` would take them for something else or not at all.
import { lstat, readlink } from "node:fs/promises";
import { dirname } from "node:path";
import { copyAside } from "../worktree/copy-aside.ts";
import type { WorktreePlace } from "../repository/places.ts";
import { git, type GitDeps, type GitOrder, mustBeAnswer, runGit } from "../repository/run.ts";

/** An index of the hall's own for a worktree. */
export interface OwnIndex {
  place: WorktreePlace;
  index: string;
  /** The name that stands for no object, as long as names are in this repository. */
  none: string;
}

export interface IndexLine {
  path: string;
  /** null: the path is taken out. */
  entry: { mode: string; oid: string } | null;
}

interface PlainFile {
  path: string;
  mode: string;
}

export interface PlainOrder extends OwnIndex {
  paths: readonly string[];
  /** For a worktree in which somebody works. */
  look?: {
    /** What is put in the place of a file that is too large to be taken. */
    large: { isLarge(bytes: number): boolean; oid: string; mostBytes: number };
    /** Where the others are copied to. */
    aside: string;
  };
}

/** What is not there any more is taken out. Gives the paths that git does not take. */
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

/** What is to be hashed, where nobody can put something else in its place. */
async function heldStill({ place, look }: PlainOrder, files: readonly PlainFile[]): Promise<Hashing> {
  if (!look) return { place, files };
  const paths = files.map(({ path }) => path);
  const { aside, large } = look;
  const copied = await copyAside({ from: place.workTree, to: aside, paths, mostBytes: large.mostBytes });
  return { place: { ...place, workTree: aside }, files: files.filter(({ path }) => copied.has(path)) };
}

/** Git names, and opens, a file behind a directory that was swapped for a link: it may lie anywhere on the machine. */
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

/** As attributes ask for it, with line ends and the like; where that fails, as they are. */
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

/** As git reads a name that is in quotes. */
function quote(path: string): string {
  const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\" };
  return `"${path.replace(/[\n\r"\\]/g, (found) => escapes[found] ?? found)}"`;
}

/** Gives the paths that git does not take, such as names that mean `.git` somewhere. */
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
  // A name that means `.git` somewhere is passed over, and that is no failure.
  if (run.code === 0) return run.stderr.includes("Ignoring path") ? undefined : run.stdout;
  mustBeAnswer(order, run);
  return undefined;
}

/** So many times git is asked for what it refuses. A worker may have made a hundred thousand such names. */
const mostAsked = 1000;

/** All at once; where one of them is refused, by halves until it is found. What is not found by then counts as refused. */
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
