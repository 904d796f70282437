// What answers this commission's model requests: the person's model, or the script that was handed in.
import type { Handoff } from "../contract/handoff.ts";
import type { GatewayOrder } from "../gateway/gateway.ts";
import { parseRehearsal } from "../rules/rehearsal-parse.ts";
import type { Bench } from "../bench/run-bench.ts";

export function modelOf(
  { commission, bench }: Pick<Bench, "commission" | "bench">,
  handoff: Handoff,
): GatewayOrder["model"] {
  const { request, failedTurns } = commission.record;
  if (request.rehearsal === null) {
    if (!handoff.credential) throw new Error("There are no credentials to reach a model with.");
    return { mode: "forward", handoff };
  }
  const parsed = parseRehearsal(request.rehearsal);
  if (!parsed.ok) throw new Error(`The rehearsal cannot be played: line ${parsed.line}: ${parsed.message}`);
  return { mode: "rehearsal", script: parsed.script, failedTurns, bench };
}
