// Lays out the files that people attached to the commission, and says which of them the worker can read.
import type { Attachment } from "../../contract/commission/attachments.ts";
import { commissionLayout } from "../../contract/home/home-layout.ts";
import { attachmentsOf } from "../../rules/attachments/attachments-of.ts";
import type { Bench } from "../bench/bench.ts";
import { readWanted } from "../bench/run-bench.ts";
import type { Containment } from "../sandbox/contain.ts";
import { layOutAttachments } from "../workdir/attachments.ts";
import type { WorkbenchDeps } from "./deps.ts";

export interface AttachedFiles {
  /** As the worker sees it. */
  directory: string;
  files: readonly Attachment[];
}

/**
 * Must be called when the session's directories are in their place. Only then is the ledger read: the hall shows files
 * that arrive later by itself, because it finds the directory.
 */
export async function layOutAttached(
  deps: Pick<WorkbenchDeps, "disk" | "home">,
  bench: Pick<Bench, "id" | "bench" | "layout" | "commission">,
  { inside }: Pick<Containment, "inside">,
): Promise<AttachedFiles> {
  const now = await readWanted(deps, commissionLayout(deps.home, bench.id), bench);
  const files = attachmentsOf((now ?? bench.commission).record);
  await layOutAttachments(bench.layout, files);
  return { directory: inside.attachments, files };
}
