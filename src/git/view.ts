// What the hall's git sees of a person's repository: a git directory of our own whose objects and refs are the
// repository's, and whose configuration is made here. There are no hooks in it, no filters, no helpers and no remotes,
// so that nothing in a repository can name a program for git to run.
import { mkdir, readlink, symlink } from "node:fs/promises";
import type { Disk } from "../host/disk.ts";

/** What of the repository is shown as it is. Names that are not there yet lead nowhere until they are. */
const shown = ["objects", "refs", "packed-refs", "logs", "worktrees", "shallow", "info/exclude"] as const;

/** What of its settings is taken over: how files are written, and nothing that names a program or a place. */
export const keptSettings: readonly string[] = [
  "core.filemode",
  "core.symlinks",
  "core.ignorecase",
  "core.precomposeunicode",
  "core.protecthfs",
  "core.protectntfs",
  "core.autocrlf",
  "core.eol",
  "core.safecrlf",
  "core.bigfilethreshold",
  "extensions.objectformat",
];

export interface ViewOrder {
  view: string;
  /** The repository's own git directory. */
  repository: string;
  /** Of the repository's settings those that are kept, by their names in lower case. */
  kept: ReadonlyMap<string, string>;
}

/** Makes it, or makes it true again. Doing it again, or at the same time, changes nothing. */
export async function makeView(disk: Disk, { view, repository, kept }: ViewOrder): Promise<void> {
  await disk.makeDirectories(`${view}/info`);
  await mkdir(`${repository}/worktrees`, { recursive: true });
  for (const name of shown) await point(`${view}/${name}`, `${repository}/${name}`);
  await writeWhereDifferent(disk, `${view}/HEAD`, "ref: refs/heads/claude/none\n");
  await writeWhereDifferent(disk, `${view}/config`, viewConfig(kept));
}

async function point(link: string, target: string): Promise<void> {
  const there = await readlink(link).catch(() => undefined);
  if (there === target) return;
  if (there !== undefined) throw new Error(`${link} leads to ${there}, not to ${target}.`);
  await symlink(target, link).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

async function writeWhereDifferent(disk: Disk, path: string, text: string): Promise<void> {
  if ((await disk.readText(path)) !== text) await disk.replace(path, text);
}

/** Also what a sandbox shows in the place of the repository's own, which may hold a token in a URL. */
export function viewConfig(kept: ReadonlyMap<string, string>): string {
  const objectFormat = kept.get("extensions.objectformat");
  const core = [...kept].filter(([key]) => key.startsWith("core."));
  return [
    "[core]",
    `\trepositoryformatversion = ${objectFormat === undefined ? 0 : 1}`,
    "\tbare = false",
    "\thooksPath = /dev/null",
    "\tfsmonitor = false",
    "\tlogAllRefUpdates = true",
    "\tfsync = committed,loose-object,reference",
    "\tfsyncMethod = batch",
    ...core.map(([key, value]) => `\t${key.slice("core.".length)} = ${JSON.stringify(value)}`),
    ...(objectFormat === undefined
      ? []
      : ["[extensions]", `\tobjectFormat = ${JSON.stringify(objectFormat)}`]),
    "[gc]",
    "\tauto = 0",
    "[maintenance]",
    "\tauto = false",
    "[commit]",
    "\tgpgSign = false",
    "",
  ].join("\n");
}
