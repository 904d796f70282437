// Keeps what the worker is told: the first request of its session to the model, byte for byte, with what the workbench
// knows about it. The hall shows it to the person.
import type { ToldRecord } from "../../contract/commission/told.ts";
import { messageOf } from "../../base/text/message-of.ts";
import { timestamp } from "../../host/clock.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import { allowedNames } from "../../rules/network/shell-hosts.ts";
import { reachWords } from "../../rules/network/reach-words.ts";
import type { Bench } from "../bench/bench.ts";
import type { WorkbenchDeps } from "./deps.ts";
import type { Ready } from "./ready.ts";

export interface ToldKeeper {
  keep(body: Uint8Array): void;
  /** Resolves when what was to be kept is written. */
  kept(): Promise<void>;
}

type KeeperDeps = Pick<WorkbenchDeps, "clock" | "disk" | "config" | "print">;

/** A larger request is not kept. The longest task, memory and instructions together are far smaller. */
const mostBytes = 8 * 1024 * 1024;

/** Best effort, because the work does not depend on it: if it cannot be written, the person is not shown it. */
export function createToldKeeper(
  deps: KeeperDeps,
  bench: Pick<Bench, "layout" | "bench" | "known">,
  ready: Pick<Ready, "grant" | "probe" | "memory" | "told">,
): ToldKeeper {
  let writing: Promise<void> = Promise.resolve();
  return {
    keep: (body) => {
      if (body.length > mostBytes) return deps.print("The first request is too large to be kept.");
      const text = JSON.stringify(
        recordOf(deps, { ...ready, shell: bench.known().shell }, new TextDecoder().decode(body)),
      );
      writing = deps.disk
        .replaceUnsynced(bench.layout.told(bench.bench), text)
        .catch((error: unknown) => deps.print(`The first request could not be kept: ${messageOf(error)}`));
    },
    kept: () => writing,
  };
}

type KnownReady = Pick<Ready, "grant" | "probe" | "memory" | "told"> & Pick<CommissionRecord, "shell">;

function recordOf(
  { clock, config }: Pick<WorkbenchDeps, "clock" | "config">,
  { grant, probe, memory, told, shell }: KnownReady,
  body: string,
): ToldRecord {
  return {
    version: 1,
    at: timestamp(clock),
    sandbox: probe.level,
    limits: grant.limits,
    memory: memory.fact && { ...memory.fact, characters: memory.text.length },
    instructions: told.fact && { ...told.fact, characters: told.text.length },
    network: reachWords({
      ...grant.tools,
      fetch: config.fetch,
      shell: allowedNames(shell.isOpened ? shell.hosts : []),
    }),
    body,
  };
}
