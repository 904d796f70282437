// Lists the files of a directory of code, except installed dependencies and version control. Their number and size are
// limited, and no symlink may lead out of the directory.
import { lstat, readdir, readlink, realpath } from "node:fs/promises";
import { isAbsolute, posix } from "node:path";
import { whyUnreadable } from "../../host/files/inside.ts";

export interface CodeFile {
  /** Relative to the directory, with slashes. */
  path: string;
  bytes: number;
  executable: boolean;
  /** The target of a symlink. `null` if it is a file. */
  link: string | null;
}

export type CodeFiles = { ok: true; files: CodeFile[] } | { ok: false; reason: string };

export const codeBounds = { files: 5000, bytes: 64 * 1024 * 1024, depth: 32 } as const;

/**
 * Names that are never listed. Dependencies are installed again at the destination, and version control is
 * not code. The settings in .npmrc could send a person's token to a stranger.
 */
const leftOut: readonly string[] = ["node_modules", ".git", ".npmrc"];

interface Walk {
  root: string;
  /** Further names that are left out at the top level. */
  besides: readonly string[];
  files: CodeFile[];
  bytes: number;
}

/**
 * Returns the files sorted by path, so that equal directories give equal lists. `besides` names further top-level
 * entries that are not code.
 */
export async function listCodeFiles(directory: string, besides: readonly string[] = []): Promise<CodeFiles> {
  try {
    const walk: Walk = { root: await realpath(directory), besides, files: [], bytes: 0 };
    const reason = await look(walk, "");
    if (reason !== null) return { ok: false, reason };
    return { ok: true, files: walk.files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
  } catch (error) {
    return { ok: false, reason: `${pathOf(error)}: ${whyUnreadable(error)}.` };
  }
}

function pathOf(error: unknown): string {
  return error instanceof Error && "path" in error ? String(error.path) : "a file";
}

/** Adds the files below this directory to the walk. Returns why the directory is refused; `null` if it is not. */
async function look(walk: Walk, below: string): Promise<string | null> {
  if (below.split("/").length > codeBounds.depth) return `${below} is nested too deeply.`;
  for (const name of await readdir(posix.join(walk.root, below))) {
    if (leftOut.includes(name) || (below === "" && walk.besides.includes(name))) continue;
    const reason = await take(walk, posix.join(below, name));
    if (reason !== null) return reason;
  }
  return null;
}

async function take(walk: Walk, path: string): Promise<string | null> {
  const found = await lstat(`${walk.root}/${path}`);
  if (found.isDirectory()) return look(walk, path);
  const link = found.isSymbolicLink() ? await readlink(`${walk.root}/${path}`) : null;
  if (link === null && !found.isFile()) return `${path} is neither a file nor a directory.`;
  if (link !== null && !(await staysInside(walk.root, { path, link })))
    return `${path} is a link that leads out of the package, or nowhere. Put the file itself there.`;
  const bytes = link === null ? found.size : 0;
  walk.bytes += bytes;
  walk.files.push({ path, bytes, executable: (found.mode & 0o100) !== 0, link });
  return boundsProblem(walk);
}

function boundsProblem({ files, bytes }: Walk): string | null {
  if (files.length > codeBounds.files) return `it has more than ${codeBounds.files} files.`;
  if (bytes > codeBounds.bytes) return `its files are larger than ${codeBounds.bytes / 1024 / 1024} MB.`;
  return null;
}

/**
 * Tells whether a symlink stays inside the root. Checks the link's text, because a copy of the link has the same text,
 * and its real target, because other links may lie on the way.
 */
async function staysInside(root: string, { path, link }: { path: string; link: string }): Promise<boolean> {
  if (isAbsolute(link)) return false;
  const said = posix.join(posix.dirname(path), link);
  if (said === ".." || said.startsWith("../")) return false;
  const leadsTo = await realpath(`${root}/${path}`).catch(() => undefined);
  return leadsTo === root || leadsTo?.startsWith(`${root}/`) === true;
}
