// Runs the conformance suite on a guild member's directory: checks its manifest first, then whether it
// starts, then the rest.
import { messageOf } from "../../base/text/message-of.ts";
import { canWork, workerCapability } from "../../contract/member/member.ts";
import { manifestFaultText, readManifest, type ReadManifest } from "../members/code/read-manifest.ts";
import { conform, type ConformOrder, type CheckOutcome } from "./conform.ts";
import { suite } from "./suite.ts";
import { openThrowaway, type ThrowawayMember, type ThrowawayOrder } from "./throwaway.ts";

export type DirectoryOrder = Omit<ThrowawayOrder, "manifest"> & Omit<ConformOrder, "member" | "live">;

/** Clauses that are checked before the member gets its first request. */
export const startClauses = {
  "manifest/shape": "guild-member.json says what the member is, in its shape.",
  "manifest/worker": `Its capabilities name "${workerCapability}".`,
  "start/address":
    "Started with port 0, it prints the loopback address of its endpoint on a line of its own.",
} as const;
type StartId = keyof typeof startClauses;

export async function conformDirectory(order: DirectoryOrder): Promise<CheckOutcome[]> {
  const begun: CheckOutcome[] = [];
  const say = (id: StartId, problem: string | null) => {
    const outcome: CheckOutcome = {
      id,
      clause: startClauses[id],
      state: problem === null ? "pass" : "fail",
      reason: problem,
    };
    begun.push(outcome);
    order.onOutcome(outcome);
  };
  const read = await readManifest(order.directory);
  say("manifest/shape", read.ok ? null : read.faults.map(manifestFaultText).join("; "));
  if (!read.ok) return [...begun, ...leftOut(order)];
  say(
    "manifest/worker",
    canWork(read.manifest) ? null : "They do not name it, so a hall gives the member no work.",
  );
  const opened = await tryOpen(order, read);
  say("start/address", typeof opened === "string" ? opened : null);
  if (typeof opened === "string") return [...begun, ...leftOut(order)];
  try {
    return [...begun, ...(await conform({ ...order, member: opened.stage, live: false }))];
  } finally {
    await opened.close();
  }
}

/** Returns the started member, or a sentence that says why it did not start. */
function tryOpen(
  order: DirectoryOrder,
  { manifest }: Extract<ReadManifest, { ok: true }>,
): Promise<ThrowawayMember | string> {
  return openThrowaway({ ...order, manifest }).catch((error: unknown) => messageOf(error));
}

function leftOut(order: DirectoryOrder): CheckOutcome[] {
  return suite.map(({ id, clause }) => {
    const outcome: CheckOutcome = { id, clause, state: "skip", reason: "the member was not started" };
    order.onOutcome(outcome);
    return outcome;
  });
}
