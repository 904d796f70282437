// Finishing a work directory: what the result names is copied beside the result, and the session's private files go.
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FinishPlan } from "../contract/events.ts";
import type { ArtifactRef } from "../contract/facts.ts";
import type { CommissionLayout } from "../contract/home-layout.ts";
import { openInside } from "../host/inside.ts";

export interface Collected {
  /** Relative to the commission's directory. */
  artifacts: string[];
  problems: string[];
}

/** May be cut short and repeated: every step gives the same when done again. */
export async function collectWork(layout: CommissionLayout, plan: FinishPlan): Promise<Collected> {
  const collected: Collected = { artifacts: [], problems: [] };
  for (const artifact of plan.copy) {
    const problem = artifact.from === "work" ? await copyOut(layout, artifact) : null;
    if (problem === null) collected.artifacts.push(`artifacts/${artifact.path}`);
    else collected.problems.push(`${artifact.path}: ${problem}`);
  }
  await rm(layout.session, { recursive: true, force: true });
  return { ...collected, artifacts: [...new Set(collected.artifacts)] };
}

async function copyOut(layout: CommissionLayout, artifact: ArtifactRef): Promise<string | null> {
  const source = await openInside(layout.work, artifact.path);
  if (!source.ok) return source.reason;
  const target = `${layout.artifacts}/${artifact.path}`;
  const draft = `${target}.draft`;
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const file = await open(draft, "w", 0o600);
    await pipeline(
      source.value.createReadStream({ autoClose: false }),
      file.createWriteStream({ flush: true }),
    );
    await rename(draft, target);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await source.value.close();
  }
}
