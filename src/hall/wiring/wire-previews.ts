// Connects the previews, which show what a worker would be told.
import { newUuid } from "../../host/ids.ts";
import { spawnWithOrders } from "../../host/processes/orders.ts";
import { openOutput } from "../../host/processes/output-file.ts";
import { workbenchEnvironment } from "../../host/program.ts";
import { createPreviews, type Previews } from "../engine/previews.ts";
import type { HallOptions, HallParts } from "./parts.ts";
import { workerArguments } from "./wire-spares.ts";

export async function openPreviews(parts: HallParts, options: HallOptions): Promise<Previews> {
  const { home, handoff, moreWorkers } = options;
  const previews = createPreviews({
    ...parts,
    home,
    sandbox: parts.probe,
    credential: handoff.credential?.kind ?? null,
    spawn: spawnWithOrders,
    openOutput,
    program: { runtime: parts.runtime, main: parts.workbench, args: workerArguments(moreWorkers) },
    env: workbenchEnvironment(),
    newName: newUuid,
  });
  await previews.sweep();
  return previews;
}
