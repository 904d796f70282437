// Finishing a work directory: what the result names is copied beside the result, and the session's private files go.
import { lstat, open } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FinishPlan } from "../contract/events.ts";
import type { ArtifactRef } from "../contract/facts.ts";
import type { CommissionLayout } from "../contract/home-layout.ts";
import type { Disk } from "../host/disk.ts";
import { openInside } from "../host/inside.ts";
import { maxArtifactBytes } from "./artifacts.ts";

export interface Collected {
  /** Relative to the commission's directory. */
  artifacts: string[];
  problems: string[];
}

/**
 * May be cut short and repeated: every step gives the same when done again. What the worker did (a file that vanished,
 * a link) is a problem to be told; what the machine did (a full disk) is thrown, and tried again.
 */
export async function collectWork(
  disk: Disk,
  layout: CommissionLayout,
  plan: FinishPlan,
): Promise<Collected> {
  const collected: Collected = { artifacts: [], problems: [] };
  for (const artifact of plan.copy) {
    const problem = artifact.from === "work" ? await copyOut(disk, layout, artifact) : null;
    if (problem === null) collected.artifacts.push(`artifacts/${artifact.path}`);
    else collected.problems.push(`${artifact.path}: ${problem}`);
  }
  await disk.removeTree(layout.session).catch((error: unknown) => {
    collected.problems.push(`The session's private files could not be removed: ${String(error)}`);
  });
  return { ...collected, artifacts: [...new Set(collected.artifacts)] };
}

async function copyOut(disk: Disk, layout: CommissionLayout, artifact: ArtifactRef): Promise<string | null> {
  const source = await openInside(layout.work, artifact.path);
  const target = `${layout.artifacts}/${artifact.path}`;
  if (!source.ok) return (await wasCopied(layout, target)) ? null : source.reason;
  try {
    if ((await source.value.stat()).size > maxArtifactBytes)
      return "it has grown too large since it was handed in";
    await disk.makeDirectories(dirname(target));
    // Beside `artifacts/`, not in it: a worker may name its own files as it likes.
    const draft = `${layout.directory}/.artifact.draft`;
    const file = await open(draft, "w", 0o600);
    await pipeline(
      source.value.createReadStream({ autoClose: false }),
      file.createWriteStream({ flush: true }),
    );
    await disk.move(draft, target);
    return null;
  } finally {
    await source.value.close();
  }
}

/** A worktree that is gone was closed, and it is closed only after all of this was done once. */
async function wasCopied({ work }: CommissionLayout, target: string): Promise<boolean> {
  const isThere = (path: string) =>
    lstat(path).then(
      () => true,
      () => false,
    );
  return !(await isThere(work)) && (await isThere(target));
}
