// Finds the git directory of a checkout by reading files. Git is not asked, because it would read the repository's
// configuration and refuse a repository that belongs to another user.
import { messageOf } from "../../base/text/message-of.ts";
import { realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Fault } from "../../contract/api/problem.ts";
import { codeOf } from "../../host/files/disk.ts";
import { plainFiles } from "../../host/files/plain-files.ts";
import { unlessMissing } from "../../host/files/missing.ts";

export interface DiscoveredRepository {
  /** The top of the checkout, with symlinks resolved. */
  top: string;
  /** The git directory of this checkout, with its HEAD and index. */
  gitDir: string;
  /** The repository's own git directory, shared by all checkouts. */
  repository: string;
}

/**
 * Finds the repository of the checkout at this path. If there is none, throws a fault that says what to do about it.
 */
export async function discover(path: string): Promise<DiscoveredRepository> {
  try {
    const top = await realpath(path);
    if (!(await isDirectory(top)))
      throw unusable(`${path} is a file. Give the directory of a git repository.`);
    const gitDir = await gitDirAt(top);
    if (gitDir === undefined) throw await whyNone(path, top);
    const repository = await commonOf(gitDir);
    if (!(await looksLikeRepository(repository)))
      throw unusable(`${repository} is not a git directory, or a part of it is missing.`);
    return { top, gitDir, repository };
  } catch (error) {
    throw inWords(path, error);
  }
}

/** Returns the branch that is checked out; `null` if HEAD is detached. */
export async function branchAt({ gitDir }: Pick<DiscoveredRepository, "gitDir">): Promise<string | null> {
  const head = await readLine(`${gitDir}/HEAD`);
  if (head === undefined)
    throw unusable(`${gitDir}/HEAD cannot be read. Run "git status" to see what is wrong.`);
  return /^ref:\s*refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;
}

async function gitDirAt(top: string): Promise<string | undefined> {
  const dotGit = `${top}/.git`;
  const found = await stat(dotGit).catch(unlessMissing);
  if (found === undefined) return undefined;
  if (found.isDirectory()) return realpath(dotGit);
  const target = /^gitdir: (.+)$/.exec((await readLine(await realpath(dotGit))) ?? "")?.[1];
  if (target === undefined)
    throw unusable(
      `${dotGit} does not say where the repository is. Run "git status" there to see what is wrong.`,
    );
  const gitDir = resolve(top, target);
  if (!(await isDirectory(gitDir)))
    throw unusable(
      `${dotGit} leads to ${gitDir}, which is not there. Run "git worktree repair" in the repository.`,
    );
  return realpath(gitDir);
}

/** Returns the shared git directory, which the git directory of a linked worktree names in its file "commondir". */
async function commonOf(gitDir: string): Promise<string> {
  const common = await readLine(`${gitDir}/commondir`);
  return common === undefined ? gitDir : realpath(resolve(gitDir, common));
}

async function whyNone(path: string, top: string): Promise<Fault> {
  if (await looksLikeRepository(top)) {
    const above = dirname(top);
    return (await gitDirAt(above).catch(() => undefined)) === top
      ? unusable(`${path} is the git directory of ${above}. Give ${above}.`)
      : unusable(bareText(path));
  }
  for (let above = dirname(top); above !== dirname(above); above = dirname(above))
    if ((await stat(join(above, ".git")).catch(() => undefined)) !== undefined)
      return unusable(`${path} is inside the repository ${above}. Give ${above}.`);
  return unusable(
    `${path} is not a git repository. Run "git init" there and make a first commit, then add it.`,
  );
}

export function bareText(path: string): string {
  return `${path} is a bare repository, without a checkout. Clone it, or make a worktree of it with "git worktree add", and add that.`;
}

async function looksLikeRepository(directory: string): Promise<boolean> {
  const parts = await Promise.all(
    ["HEAD", "objects", "refs"].map((name) => stat(join(directory, name)).catch(unlessMissing)),
  );
  return parts.every((part) => part !== undefined);
}

/** Returns the first line of a file; `undefined` if there is no regular file of at most 16 KiB. */
async function readLine(path: string): Promise<string | undefined> {
  const bytes = await plainFiles.read(path, 16_384);
  return bytes?.toString("utf8").split("\n")[0]?.trimEnd();
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(unlessMissing))?.isDirectory() ?? false;
}

function inWords(path: string, error: unknown): unknown {
  if (error instanceof Fault) return error;
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return unusable(`${path} is not there.`, error);
  if (code === "EACCES" || code === "EPERM")
    return unusable(`${path} may not be read by the user that the hall runs as.`, error);
  return unusable(`${path} cannot be read: ${messageOf(error)}`, error);
}

function unusable(message: string, cause?: unknown): Fault {
  return new Fault("project", message, { cause });
}
