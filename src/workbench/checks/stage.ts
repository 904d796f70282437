// Opens stages. A stage is a fresh checkout of one git tree, in which a project's set-up command and checks
// run. It has the tree's files, a git directory, and an empty home and temporary directory. A command there
// finds nothing that a worker or an earlier stage left behind.
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { LaidOut, LayOutOrder } from "../../git/snapshot/lay-out.ts";
import { showLaidOut } from "../../git/repository/sandbox-repository.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import { inside } from "../sandbox/inside.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import { createGrowth, type DiskMeter } from "../workdir/disk-used.ts";
import { type CommandDirectories, prepareAfresh } from "../workdir/prepare.ts";
import { addedMounts, boundsOf, type CommandLimits, type MountDeps } from "./bounds.ts";
import type { CheckDeps, CheckPlace } from "./run-check.ts";
import type { Meter } from "./watch-run.ts";

export interface StageDeps extends CheckDeps, MountDeps {
  home: HomeLayout;
  disk: Disk;
  layOut(order: LayOutOrder & { signal: AbortSignal }): Promise<LaidOut>;
  enclose(limits: CommandLimits): Enclosure;
  diskUse: DiskMeter;
}

export interface CheckStageOrder {
  project: ProjectName;
  /** The repository's own git directory. */
  repository: string;
  tree: string;
  /** The commit that git shows as HEAD in the checkout. */
  head: string;
  copy: readonly string[];
  /** The person's checkout, from which the files of `copy` are taken. */
  from: string;
  /** A directory that only this stage uses. */
  area: string;
  limits: CommandLimits;
  probe: SandboxProbe;
  signal: AbortSignal;
}

export interface CheckStage {
  copied: LaidOut["copied"];
  notes: readonly string[];
  /** The directory of the tree's files (`work`), and the home and temporary directory of the commands (`own`). */
  work: string;
  own: CommandDirectories;
  /**
   * Lets the task run commands on the stage, within the limits. Disk use of the set-up and of the checks is counted
   * separately; all checks are counted together.
   */
  use<T>(what: StageUse, task: (place: CheckPlace) => Promise<T>): Promise<T>;
}

export type StageUse = "set-up" | "checks";

export async function openStage(deps: StageDeps, order: CheckStageOrder): Promise<CheckStage> {
  const { area, signal, project, tree, head, copy, from, limits } = order;
  const work = `${area}/tree`;
  const laid = await deps.layOut({
    project,
    tree,
    head,
    into: work,
    copy,
    from,
    signal,
    mostMb: limits.diskMb ?? null,
  });
  const own = await prepareAfresh(deps.disk, area);
  const stage = { ...order, work, own, gitDir: laid.gitDir };
  const growth = () =>
    createGrowth(deps.diskUse, { directories: [area], maxFiles: order.limits.files ?? null });
  const grown: Record<StageUse, Meter["used"]> = { "set-up": growth(), checks: growth() };
  return {
    copied: laid.copied,
    notes: laid.notes,
    work,
    own,
    use: (what, task) => useStage(deps, { ...stage, used: grown[what] }, task),
  };
}

/** Removes the whole stage: it has no use once its commands have ended. */
export function clearStage({ disk }: Pick<StageDeps, "disk">, { area }: Pick<CheckStageOrder, "area">) {
  return disk.removeTree(area);
}

interface LaidStage extends CheckStageOrder {
  work: string;
  own: CommandDirectories;
  gitDir: string;
  used: Meter["used"];
}

async function useStage<T>(
  deps: StageDeps,
  stage: LaidStage,
  task: (place: CheckPlace) => Promise<T>,
): Promise<T> {
  const { area, work, own, probe, limits, used } = stage;
  const enclosure = deps.enclose(limits);
  try {
    return await task({
      layout: { directory: area, work, session: area },
      own,
      probe,
      enclosure,
      readOnly: addedMounts(deps),
      shown: () => shownOn(deps, stage),
      bounds: boundsOf(limits, enclosure),
      meter: { limits, enclosure, directories: [area], diskUse: deps.diskUse, used },
    });
  } finally {
    await enclosure.close();
  }
}

/**
 * Returns the parts of the repository to mount into the sandbox. Without a sandbox there is nothing to mount:
 * the `.git` file of the checkout points git to a git directory that the hall made for the repository.
 */
async function shownOn({ disk, home }: StageDeps, stage: LaidStage) {
  const { probe, project, repository, gitDir: kept, area } = stage;
  if (probe.level !== "bubblewrap") return [];
  return showLaidOut(disk, { home, project, repository, kept, files: `${area}/repository`, inside });
}
