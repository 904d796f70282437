// Wires the engine that carries out guild members' commissions inside this hall, and routes each commission to it or to
// a workbench.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { memberOf } from "../../contract/member/member.ts";
import type { DispatchDeps } from "../dispatch/deps.ts";
import type { Engine } from "../engine/local.ts";
import { createRoutingEngine } from "../engine/routing.ts";
import type { ProcessIdentity } from "../../host/processes/processes.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import { createMemberEngine, type MemberEngine } from "../engine/member/member-engine.ts";
import { isRunning } from "../../rules/commission/state.ts";
import { thrownText } from "../../base/text/thrown-text.ts";
import type { HallOptions, HallParts } from "./parts.ts";
import type { Core } from "./wire.ts";

export function openMemberEngine(
  parts: HallParts,
  { home, handoff, version }: HallOptions,
  { ledger, nudges, jobs, members }: Pick<Core, "ledger" | "nudges" | "jobs" | "members">,
): MemberEngine {
  const { clock, disk, locks, log } = parts;
  return createMemberEngine({
    home,
    clock,
    disk,
    locks,
    self: selfOf(parts),
    version,
    nudge: nudges.heard,
    members,
    gateway: jobs,
    handoff,
    isCancelled: (id) => isCancelled(ledger, id),
    log,
  });
}

function selfOf({ processes, pid }: HallParts): ProcessIdentity {
  const self = processes.identify(pid);
  if (!self) throw new Error("This process cannot be identified.");
  return self;
}

function isCancelled(ledger: Ledger, id: CommissionId): boolean {
  const live = ledger.live().find(({ record }) => record.request.id === id);
  return live !== undefined && live.record.cancel !== null;
}

/** Returns the guild members' commissions that the previous hall was carrying out. */
export function leftByHallBefore(ledger: Ledger): BenchRef[] {
  return ledger
    .live()
    .filter((live) => isRunning(live) && memberOf(live.record.request.worker) !== null)
    .map(({ record }) => ({ id: record.request.id, bench: record.bench }));
}

/**
 * Cancels the job of a guild member when its commission is cancelled or fails, because the job may still be running.
 */
export function tidyEnded(
  { log }: { log: Pick<HallParts["log"], "error"> },
  { ledger, memberEngine }: { ledger: Pick<Ledger, "subscribe" | "find">; memberEngine: MemberEngine },
): void {
  const unread = (id: CommissionId) => (error: unknown) =>
    log.error("an ended commission could not be read, and its job may be at work", {
      id,
      reason: thrownText(error),
    });
  ledger.subscribe(({ summary: { id, worker }, event: { type } }) => {
    const isEnd = type === "commission.cancelled" || type === "commission.failed";
    if (!isEnd || memberOf(worker) === null) return;
    void ledger.find(id).then((ended) => ended && memberEngine.tidy(ended), unread(id));
  });
}

export function routeEngines(
  parts: HallParts,
  local: Engine,
  { ledger, memberEngine }: Pick<Core, "ledger" | "memberEngine">,
): DispatchDeps["engine"] {
  const isInside = (id: CommissionId) => memberOf(ledger.summary(id)?.worker ?? "") !== null;
  return createRoutingEngine({ local, inside: memberEngine, isInside, self: selfOf(parts) });
}
