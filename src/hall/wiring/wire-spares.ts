// Connects spare workbenches: what they are started with, what the hall decides by, and the events that make it decide.
import type { LedgerEvent } from "../../contract/commission/events.ts";
import type { HeldConfig } from "../../store/config/hold.ts";
import { newUuid } from "../../host/ids.ts";
import { spawnWithOrders } from "../../host/processes/orders.ts";
import { openOutput } from "../../host/processes/output-file.ts";
import { workbenchEnvironment } from "../../host/program.ts";
import { isRunning } from "../../rules/commission/state.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import { createSpares, type Spares } from "../engine/spares.ts";
import type { News } from "../http/stream/news.ts";
import type { HallOptions, HallParts } from "./parts.ts";

interface SpareParts {
  ledger: Ledger;
  config: HeldConfig;
  news: News;
}

export async function openSpares(
  parts: HallParts,
  options: HallOptions,
  { ledger, config, news }: SpareParts,
): Promise<Spares> {
  const { home, handoff, moreWorkers, keepsSpares } = options;
  const { probe, machine, runtime, workbench } = parts;
  const spares = createSpares({
    ...parts,
    home,
    handoff: { ...handoff, sandbox: probe },
    sandbox: probe,
    spawn: spawnWithOrders,
    openOutput,
    program: { runtime, main: workbench, args: workerArguments(moreWorkers) },
    env: workbenchEnvironment(),
    newName: newUuid,
    find: ledger.find,
    nextWaiting: () => ledger.live().find(({ status }) => status === "pending"),
    facts: () => {
      const { slots, spares: most, admission } = config.now();
      return {
        most: keepsSpares ? most : 0,
        slots,
        running: ledger.live().filter(isRunning).length,
        memory: { freeMb: machine.availableMemoryMb(), minFreeMb: admission.minFreeMemoryMb },
        cpuPressure: machine.cpuPressure(),
      };
    },
  });
  await spares.sweep();
  ledger.subscribe(({ event, summary }) => {
    if (begins.has(event.type)) spares.hasBegun(summary.id);
    if (changesWork(event)) spares.reconsider();
    if (event.type === "memory.written") spares.expectOtherPrompt();
  });
  news.subscribe((what) => what === "roster" && spares.renew());
  config.whenChanged(spares.renew);
  return spares;
}

/** Returns the arguments by which a workbench finds further worker packages. */
export function workerArguments(directories: readonly string[]): string[] {
  return directories.flatMap((directory) => ["--workers", directory]);
}

const begins: ReadonlySet<LedgerEvent["type"]> = new Set([
  "model.answered",
  "commission.paused",
  "commission.requeued",
  "commission.completed",
  "commission.failed",
  "commission.cancelled",
]);

const changes: ReadonlySet<LedgerEvent["type"]> = new Set([...begins, "commission.dispatched"]);

function changesWork({ type }: LedgerEvent): boolean {
  return changes.has(type);
}
