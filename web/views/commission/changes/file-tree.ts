// Arranges the changed files of a diff in folders, as the rows of a tree. Pure.
import type { ChangedFile } from "../../../../src/contract/commission/diff.ts";
import { plainLine } from "../../../words/plain.ts";

export type TreeRow =
  | { kind: "folder"; key: string; name: string; depth: number; isOpen: boolean; files: number }
  | { kind: "file"; key: string; name: string; depth: number; file: ChangedFile };

interface Folder {
  folders: Map<string, Folder>;
  files: { name: string; file: ChangedFile }[];
  count: number;
}

/** A path may have thousands of parts: those beyond this many are shown as one name. */
const mostParts = 30;

export interface TreeChoice {
  /** Only files whose path contains this are shown. */
  filter: string;
  /** The folders that the person has folded. */
  folded: ReadonlySet<string>;
}

export function treeRows(files: readonly ChangedFile[], { filter, folded }: TreeChoice): TreeRow[] {
  const wanted = filter.trim().toLowerCase();
  const root = newFolder();
  for (const file of files) if (file.path.toLowerCase().includes(wanted)) add(root, file);
  const rows: TreeRow[] = [];
  // While a filter is set, every folder that has a match is open.
  list(root, { rows, folded: wanted === "" ? folded : new Set() }, { path: "", depth: 0 });
  return rows;
}

function newFolder(): Folder {
  return { folders: new Map(), files: [], count: 0 };
}

function add(root: Folder, file: ChangedFile): void {
  const parts = file.path.split("/");
  const folders = parts.slice(0, Math.min(parts.length - 1, mostParts));
  let at = root;
  at.count += 1;
  for (const part of folders) {
    const next = at.folders.get(part) ?? newFolder();
    at.folders.set(part, next);
    next.count += 1;
    at = next;
  }
  at.files.push({ name: parts.slice(folders.length).join("/"), file });
}

interface Listing {
  rows: TreeRow[];
  folded: ReadonlySet<string>;
}

function list(
  { folders, files }: Folder,
  to: Listing,
  { path, depth }: { path: string; depth: number },
): void {
  for (const [part, folder] of folders) {
    const { name, end } = joined(part, folder);
    const key = `${path}${name}/`;
    const isOpen = !to.folded.has(key);
    to.rows.push({ kind: "folder", key, name: plainLine(name), depth, isOpen, files: end.count });
    if (isOpen) list(end, to, { path: key, depth: depth + 1 });
  }
  for (const { name, file } of files)
    to.rows.push({ kind: "file", key: file.path, name: plainLine(name), depth, file });
}

/** Shows a folder whose only content is another folder together with that one, as "src/http". */
function joined(part: string, folder: Folder): { name: string; end: Folder } {
  let name = part;
  let end = folder;
  while (end.files.length === 0 && end.folders.size === 1) {
    const [next] = end.folders;
    if (!next) break;
    name = `${name}/${next[0]}`;
    end = next[1];
  }
  return { name, end };
}
