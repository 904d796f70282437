// Writes a tree of git into a plain directory: all of it, for commands that need the whole project where the worker had
// only a part of it before its eyes.
import type { ProjectName } from "../contract/ids.ts";
import { copyIn } from "./copy-in.ts";
import { viewPlace } from "./places.ts";
import type { WorktreeDeps } from "./prove-isolation.ts";
import { git } from "./run.ts";

export interface LayOutOrder {
  project: ProjectName;
  /** The tree to be written. */
  snapshot: string;
  /** Taken away first: it is nobody's work. */
  into: string;
  /** Files and directories that git does not track, to be brought along from the person's checkout. */
  copy: readonly string[];
  from: string;
}

export async function layOut(deps: WorktreeDeps, order: LayOutOrder): Promise<{ notes: string[] }> {
  const { project, snapshot, into, copy, from } = order;
  const index = `${into}.index`;
  await deps.disk.removeTree(into);
  await deps.disk.removeTree(index);
  await deps.disk.makeDirectories(into);
  const place = { ...viewPlace(deps.home, project), workTree: into };
  await git(deps, { args: ["read-tree", "--reset", "-u", snapshot], place, index });
  const { notes } = await copyIn(deps, { place, index, copy, from, write: true });
  return { notes };
}
