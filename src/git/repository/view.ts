// Builds the view through which the hall's git sees a person's repository: a git directory whose objects and refs are
// symlinks to the repository's and whose configuration is written here. It has no hooks, filters, helpers or remotes,
// so nothing in a repository can name a program for git to run.
import { mkdir, readlink, rename, stat, symlink } from "node:fs/promises";
import { dirname } from "node:path";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import { newUuid } from "../../host/ids.ts";
import { codeOf, type Disk } from "../../host/files/disk.ts";
import { besideViews } from "./temporary-views.ts";
import type { GitPlace } from "./run.ts";

/** The parts of the repository that the view shows. A symlink may dangle until its target exists. */
const shown = ["objects", "refs", "packed-refs", "logs", "worktrees", "shallow", "info/exclude"] as const;

/**
 * The settings of the repository that its view keeps: how files are written. None of them names a program or a path.
 */
export const keptSettings: readonly string[] = [
  "core.filemode",
  "core.symlinks",
  "core.ignorecase",
  "core.precomposeunicode",
  "core.autocrlf",
  "core.eol",
  "core.bigfilethreshold",
  "extensions.objectformat",
];

export interface ViewOrder {
  view: string;
  /** The repository's own git directory. */
  repository: string;
  /** The values of `keptSettings` that the repository sets, by lower-case name. */
  kept: ReadonlyMap<string, string>;
}

/** Creates or repairs the view. Idempotent, and safe to run concurrently. */
export async function makeView(disk: Disk, order: ViewOrder): Promise<void> {
  await mustShow(order.view, order.repository);
  for (const name of ["worktrees", "logs"]) await makeWithin(order.repository, name);
  await show(disk, order);
}

/** Creates each missing directory of the path. Fails if the repository itself was deleted or moved. */
export async function makeWithin(repository: string, path: string): Promise<void> {
  let at = repository;
  for (const part of path.split("/")) {
    at = `${at}/${part}`;
    await mkdir(at).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
  }
}

/**
 * Calls `use` with a temporary view and then removes the view. Unlike `makeView`, creates nothing in the repository.
 */
export async function withLook<T>(
  { disk, home }: { disk: Disk; home: Pick<HomeLayout, "repositories"> },
  { project, ...order }: Omit<ViewOrder, "view"> & { project: ProjectName },
  use: (place: GitPlace) => Promise<T>,
): Promise<T> {
  const view = `${home.repositories}/${besideViews(`${project}-${newUuid()}`)}`;
  try {
    await show(disk, { view, ...order });
    return await use({ gitDir: view, view });
  } finally {
    await disk.removeTree(view);
  }
}

async function show(disk: Disk, { view, repository, kept }: ViewOrder): Promise<void> {
  await disk.makeDirectories(`${view}/info`);
  for (const name of shown) await point(`${view}/${name}`, `${repository}/${name}`);
  await writeWhereDifferent(disk, `${view}/HEAD`, "ref: refs/heads/claude/none\n");
  await writeWhereDifferent(disk, `${view}/config`, viewConfig(kept));
}

/** Returns the repository that a view shows; `undefined` if there is no view. */
export async function shownBy(view: string): Promise<string | undefined> {
  const objects = await readlink(`${view}/objects`).catch(() => undefined);
  return objects === undefined ? undefined : dirname(objects);
}

/**
 * Throws if the view shows another repository that still exists. If the other one is gone, the repository was
 * moved.
 */
async function mustShow(view: string, repository: string): Promise<void> {
  const before = await shownBy(view);
  if (before === undefined || before === repository) return;
  if ((await stat(before).catch(() => undefined)) === undefined) return;
  throw new Fault(
    "project",
    `The project was added with the repository ${before}, and its path now leads to ${repository}. Set the path back, or remove the project and add it again.`,
  );
}

async function point(link: string, target: string): Promise<void> {
  if ((await readlink(link).catch(() => undefined)) === target) return;
  const draft = `${link}.${newUuid()}`;
  await symlink(target, draft);
  await rename(draft, link);
}

async function writeWhereDifferent(disk: Disk, path: string, text: string): Promise<void> {
  if ((await disk.readText(path)) !== text) await disk.replace(path, text);
}

/**
 * Returns the text of the view's config. Sandboxes use it too, because the repository's own may hold a token
 * in a URL.
 */
function viewConfig(kept: ReadonlyMap<string, string>): string {
  const objectFormat = kept.get("extensions.objectformat");
  const core = [...kept].filter(([key]) => key.startsWith("core."));
  return [
    "[core]",
    `\trepositoryformatversion = ${objectFormat === undefined ? 0 : 1}`,
    "\tbare = false",
    "\thooksPath = /dev/null",
    "\tfsmonitor = false",
    // Refuse file names that other systems read as `.git`: a git server would reject a branch that has them.
    "\tprotectHFS = true",
    "\tprotectNTFS = true",
    "\tlogAllRefUpdates = true",
    // How long git waits for a lock that another git command holds, in milliseconds.
    "\tfilesRefLockTimeout = 2000",
    "\tpackedRefsTimeout = 2000",
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
