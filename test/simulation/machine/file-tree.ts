// Files as a kernel holds them: what programs see, and what a power cut leaves. Bytes and names that were never synced
// may stay or go, each on its own; no journal of the file system puts them in order. That is harsher than ext4, and all
// that POSIX promises.
import type { Random } from "./random.ts";

export interface FileNode {
  kind: "file";
  seen: Buffer;
  safe: Buffer;
  unsynced: Change[];
}

export interface DirectoryNode {
  kind: "directory";
  seen: Map<string, Node>;
  safe: Map<string, Node>;
}

export type Node = FileNode | DirectoryNode;

/** `stuck`: a sync of it failed. The kernel counts such pages as clean, so a second sync does not write them either. */
type Change = { append: Buffer; stuck: boolean } | { cutAt: number; stuck: boolean };

/** One change of names, whole or not at all: a file made, removed or renamed. */
interface Naming {
  removes: [DirectoryNode, string][];
  puts: [DirectoryNode, string, Node][];
}

export interface FileTree {
  root: DirectoryNode;
  /** Namings that no directory sync has made safe, oldest first. */
  unsynced: Naming[];
}

export function createFileTree(): FileTree {
  return { root: newDirectory(), unsynced: [] };
}

function newDirectory(): DirectoryNode {
  return { kind: "directory", seen: new Map(), safe: new Map() };
}

export function fail(code: string, path: string): never {
  throw Object.assign(new Error(`${code}: ${path}`), { code });
}

/** Of two views of the tree: `seen` by programs, or `safe` from a power cut whatever its luck. */
export function find(tree: FileTree, path: string, view: "seen" | "safe" = "seen"): Node | undefined {
  let node: Node | undefined = tree.root;
  for (const name of path.split("/")) {
    if (name === "") continue;
    if (node?.kind !== "directory") return undefined;
    node = node[view].get(name);
  }
  return node;
}

export function textAt(tree: FileTree, path: string, view: "seen" | "safe" = "seen"): string | undefined {
  const node = find(tree, path, view);
  return node?.kind === "file" ? node[view].toString("utf8") : undefined;
}

export function getFile(tree: FileTree, path: string): FileNode {
  const node = find(tree, path);
  if (!node) fail("ENOENT", path);
  if (node.kind !== "file") fail("EISDIR", path);
  return node;
}

export function getDirectory(tree: FileTree, path: string): DirectoryNode {
  const node = find(tree, path);
  if (!node) fail("ENOENT", path);
  if (node.kind !== "directory") fail("ENOTDIR", path);
  return node;
}

function place(tree: FileTree, path: string): { directory: DirectoryNode; name: string } {
  const slash = path.lastIndexOf("/");
  return { directory: getDirectory(tree, path.slice(0, slash)), name: path.slice(slash + 1) };
}

export function makeFile(tree: FileTree, path: string): FileNode {
  const file: FileNode = { kind: "file", seen: Buffer.alloc(0), safe: Buffer.alloc(0), unsynced: [] };
  put(tree, path, file);
  return file;
}

export function makeDirectory(tree: FileTree, path: string): void {
  put(tree, path, newDirectory());
}

/** Gives a node a name that is not taken. */
export function put(tree: FileTree, path: string, node: Node): void {
  const { directory, name } = place(tree, path);
  if (directory.seen.has(name)) fail("EEXIST", path);
  apply(tree, { removes: [], puts: [[directory, name, node]] });
}

export function remove(tree: FileTree, path: string): void {
  const { directory, name } = place(tree, path);
  const node = directory.seen.get(name);
  if (!node) fail("ENOENT", path);
  if (node.kind === "directory" && node.seen.size > 0) fail("ENOTEMPTY", path);
  apply(tree, { removes: [[directory, name]], puts: [] });
}

export function rename(tree: FileTree, from: string, to: string): void {
  const source = place(tree, from);
  const target = place(tree, to);
  const node = source.directory.seen.get(source.name);
  if (!node) fail("ENOENT", from);
  const taken = target.directory.seen.get(target.name);
  if (taken?.kind === "directory" && taken.seen.size > 0) fail("ENOTEMPTY", to);
  apply(tree, {
    removes: [[source.directory, source.name]],
    puts: [[target.directory, target.name, node]],
  });
}

function apply(tree: FileTree, naming: Naming): void {
  change(naming, "seen");
  tree.unsynced.push(naming);
}

function change({ removes, puts }: Naming, view: "seen" | "safe"): void {
  for (const [directory, name] of removes) directory[view].delete(name);
  for (const [directory, name, node] of puts) directory[view].set(name, node);
}

export function append(file: FileNode, bytes: Buffer): void {
  file.seen = Buffer.concat([file.seen, bytes]);
  file.unsynced.push({ append: bytes, stuck: false });
}

export function cut(file: FileNode, at: number): void {
  file.seen = file.seen.subarray(0, at);
  file.unsynced.push({ cutAt: at, stuck: false });
}

export function syncFile(file: FileNode): void {
  // Only a write after the failed sync makes the page dirty again, and then all of it is written.
  if (file.unsynced.at(-1)?.stuck !== true) file.safe = file.seen;
  file.unsynced = [];
}

/** The same bytes again, over those that are there: their pages are dirty once more. */
export function writeAgain(file: FileNode): void {
  for (const one of file.unsynced) one.stuck = false;
}

export function failSync(file: FileNode): void {
  for (const one of file.unsynced) one.stuck = true;
}

export function syncDirectory(tree: FileTree, directory: DirectoryNode): void {
  const concerns = ({ removes, puts }: Naming) =>
    removes.some(([changed]) => changed === directory) || puts.some(([changed]) => changed === directory);
  for (const naming of tree.unsynced.filter(concerns)) change(naming, "safe");
  tree.unsynced = tree.unsynced.filter((naming) => !concerns(naming));
}

/** What was synced stays; of the rest, any part. */
export function cutPower(tree: FileTree, random: Random): void {
  for (const naming of tree.unsynced) if (random.chance(0.5)) change(naming, "safe");
  tree.unsynced = [];
  restart(tree.root, random);
}

function restart(node: Node, random: Random): void {
  if (node.kind === "file") {
    node.safe = left(node, random);
    node.seen = node.safe;
    node.unsynced = [];
    return;
  }
  node.seen = new Map(node.safe);
  for (const inner of node.seen.values()) restart(inner, random);
}

/** The first so many of the unsynced changes, and of the next one, if it is a write, any first part. */
function left(file: FileNode, random: Random): Buffer {
  if (file.unsynced.length === 0) return file.safe;
  const whole = random.below(file.unsynced.length + 1);
  let bytes = file.safe;
  for (const [index, one] of file.unsynced.entries()) {
    if (index > whole || one.stuck) break;
    if ("cutAt" in one) bytes = index < whole ? bytes.subarray(0, one.cutAt) : bytes;
    else bytes = Buffer.concat([bytes, index < whole ? one.append : torn(one.append, random)]);
  }
  return bytes;
}

export function torn(bytes: Buffer, random: Random): Buffer {
  return bytes.subarray(0, random.below(bytes.length + 1));
}
