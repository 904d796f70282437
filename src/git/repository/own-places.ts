// Checks that the paths which the hall writes to really lie in the person's repository. Git would follow a symlink, and
// write or delete files wherever it leads; a pipe would block every reader.
import type { Dirent } from "node:fs";
import { lstat, readdir, stat } from "node:fs/promises";
import { Fault } from "../../contract/api/problem.ts";
import { branchRef } from "./refs.ts";

const written = ["objects/pack", "refs/heads", "packed-refs", "logs/refs/heads", "worktrees"];
const read = ["objects/info/alternates", "shallow", "info/exclude"];

/**
 * Throws a fault with the code "project" that names the first path of a wrong kind, such as a symlink or a
 * pipe.
 */
export async function mustBePlain(repository: string): Promise<void> {
  for (const path of written) await mustLieInside(repository, path);
  for (const path of read) await mustBeFile(`${repository}/${path}`);
  refuseLinks(`${repository}/objects`, await entriesOf(`${repository}/objects`));
  const kept = await entriesOf(`${repository}/worktrees`);
  const ours = kept.filter(({ name }) => /^(?:guild-hall|commission)-/.test(name));
  refuseLinks(`${repository}/worktrees`, ours);
  for (const { name } of ours) {
    const directory = `${repository}/worktrees/${name}`;
    refuseLinks(directory, await entriesOf(directory));
  }
}

/**
 * Throws the same fault for the directory of a branch and for its reflog. Call this before writing to the
 * branch.
 */
export async function mustBePlainBranch(repository: string, branch: string): Promise<void> {
  await mustBePlainRef(repository, branchRef(branch));
}

/** The same for any ref, by its full name. */
export async function mustBePlainRef(repository: string, ref: string): Promise<void> {
  await mustLieInside(repository, ref.slice(0, ref.lastIndexOf("/")));
  await mustLieInside(repository, `logs/${ref}`);
}

/** Throws if a part of the path is a symlink or a special file. A missing part ends the check: git will create it. */
async function mustLieInside(repository: string, path: string): Promise<void> {
  const parts = path.split("/");
  for (const at of parts.keys()) {
    const place = `${repository}/${parts.slice(0, at + 1).join("/")}`;
    const found = await lstat(place).catch(() => undefined);
    if (found === undefined) return;
    if (!found.isDirectory() && !found.isFile()) throw notPlain(place);
  }
}

/**
 * Throws if the path exists and is not a file. A symlink to a file passes, because the hall only reads the
 * file.
 */
async function mustBeFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile()) throw new Fault("project", `${path} is not a file. Remove it.`);
}

function refuseLinks(directory: string, entries: readonly Dirent[]): void {
  const odd = entries.find((entry) => !entry.isDirectory() && !entry.isFile());
  if (odd) throw notPlain(`${directory}/${odd.name}`);
}

function entriesOf(directory: string): Promise<Dirent[]> {
  return readdir(directory, { withFileTypes: true }).catch(() => []);
}

function notPlain(path: string): Fault {
  return new Fault(
    "project",
    `${path} is a link, or neither a file nor a directory, and the hall does not write through it. Put a plain file or directory in its place.`,
  );
}
