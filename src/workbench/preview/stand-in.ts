// Makes the work directory of a session that only shows its prompt. It has no files of a project. Where a commission has
// a worktree it is an empty repository, because `claude` tells its model whether it works in one.
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import type { Disk } from "../../host/files/disk.ts";

export interface EmptyWorkOrder {
  /** The directory of the session, in which the work directory is. */
  directory: string;
  isRepository: boolean;
  level: SandboxLevel;
}

type StandInDisk = Pick<Disk, "makeDirectories" | "replaceUnsynced">;

export async function layStandIn(disk: StandInDisk, order: EmptyWorkOrder): Promise<void> {
  const { directory, isRepository, level } = order;
  const work = `${directory}/work`;
  await disk.makeDirectories(work);
  if (!isRepository) return;
  // In the sandbox a worktree looks like any repository, elsewhere like the worktree that it is.
  if (level === "bubblewrap") await layRepository(disk, `${work}/.git`);
  else await layWorktree(disk, { work, repository: `${directory}/repository` });
}

const head = "ref: refs/heads/main\n";

async function layRepository(disk: StandInDisk, place: string): Promise<void> {
  for (const name of ["objects", "refs/heads"]) await disk.makeDirectories(`${place}/${name}`);
  await disk.replaceUnsynced(`${place}/HEAD`, head);
  await disk.replaceUnsynced(`${place}/config`, "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
}

async function layWorktree(
  disk: StandInDisk,
  { work, repository }: { work: string; repository: string },
): Promise<void> {
  const kept = `${repository}/.git/worktrees/work`;
  await layRepository(disk, `${repository}/.git`);
  await disk.makeDirectories(kept);
  await disk.replaceUnsynced(`${kept}/HEAD`, "ref: refs/heads/work\n");
  await disk.replaceUnsynced(`${kept}/commondir`, "../..\n");
  await disk.replaceUnsynced(`${kept}/gitdir`, `${work}/.git\n`);
  await disk.replaceUnsynced(`${work}/.git`, `gitdir: ${kept}\n`);
}
