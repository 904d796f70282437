// Puts two engines behind one: guild members' commissions are carried out inside the hall, all others by workbenches.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { ProcessIdentity } from "../../host/processes/processes.ts";
import type { Engine } from "./local.ts";

export interface EngineRoutes {
  local: Engine;
  inside: Pick<Engine, "start" | "presence" | "ended" | "exitCode" | "lastWords" | "signal" | "forget">;
  isInside(id: CommissionId): boolean;
  /** The hall's own process. */
  self: ProcessIdentity;
}

export function createRoutingEngine(routes: EngineRoutes): Engine {
  const { local, inside } = routes;
  const of = ({ id }: BenchRef) => (routes.isInside(id) ? inside : local);
  return {
    start: (ref) => of(ref).start(ref),
    presence: (ref) => of(ref).presence(ref),
    ended: (ref) => of(ref).ended(ref),
    exitCode: (ref) => of(ref).exitCode(ref),
    lastWords: (ref) => of(ref).lastWords(ref),
    // Whatever a journal says, the hall kills neither itself nor its own group.
    signal: (ref, how, known) => of(ref).signal(ref, how, known?.pid === routes.self.pid ? null : known),
    // The hall may no longer know which engine had an ended commission, so it tells both. The call does
    // nothing in the other one.
    forget: (ref) => {
      local.forget(ref);
      inside.forget(ref);
    },
    isHeld: local.isHeld,
    withoutBench: local.withoutBench,
  };
}
