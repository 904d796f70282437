// Chooses what answers a commission's model requests: the person's model, or the rehearsal that the commission was
// given.
import type { Handoff } from "../../contract/home/handoff.ts";
import { parseRehearsal } from "../../rules/rehearsal/rehearsal-parse.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import type { GatewayOrder } from "./gateway.ts";

export interface ModelOf extends Pick<CommissionRecord, "request" | "failedTurns"> {
  /** The number of the workbench that asks. */
  bench: number;
}

export function modelOf({ request, failedTurns, bench }: ModelOf, handoff: Handoff): GatewayOrder["model"] {
  if (request.rehearsal === null) {
    if (!handoff.credential) throw new Error("There are no credentials to reach a model with.");
    return { mode: "forward", handoff };
  }
  const parsed = parseRehearsal(request.rehearsal);
  if (!parsed.ok) throw new Error(`The rehearsal cannot be played: line ${parsed.line}: ${parsed.message}`);
  return { mode: "rehearsal", script: parsed.script, failedTurns, bench };
}
