// Finds the process again that an earlier hall started for a member. It is identified by its record, which only its
// owner can write; unless every field matches, no process is signalled.
import { memberLayout } from "../../../contract/home/home-layout.ts";
import type { MemberRecord } from "../../../contract/member/member-record.ts";
import type { AddressOutcome } from "./await-address.ts";
import { endProcess } from "./end-process.ts";
import { meet } from "./launch.ts";
import type { MemberProcess, ProcessDeps } from "./member-process.ts";
import { boundPrinted } from "./printed.ts";
import { tend } from "./tend.ts";

export interface AdoptionSignals {
  /** Fires when the hall stops: a process that is not found by then is left to the next hall. */
  closing: AbortSignal;
  /** Fires when the process is to be ended instead. */
  givenUp: AbortSignal;
}

/** `null` if it no longer runs, or if it was unusable and was ended. Starts nothing. */
export async function adopt(
  deps: ProcessDeps,
  record: MemberRecord,
  { closing, givenUp }: AdoptionSignals,
): Promise<MemberProcess | null> {
  const { name, pid } = record;
  const found = await meetAgain(deps, record, AbortSignal.any([closing, givenUp]));
  if (found.ok) {
    deps.log.info("a guild member was found again", { member: name, pid });
    return found.process;
  }
  if (closing.aborted) return null; // the next hall takes care of it
  deps.log.warn("a guild member of an earlier hall is not used any more", {
    member: name,
    pid,
    reason: found.problem,
  });
  // A process that is gone may have left children, which carry the mark of its start.
  await endProcess(deps, { record });
  return null;
}

async function meetAgain(
  deps: ProcessDeps,
  record: MemberRecord,
  leaving: AbortSignal,
): Promise<AddressOutcome<{ process: MemberProcess }>> {
  if (!deps.processes.isAlive(record)) return { ok: false, problem: "it has ended" };
  if (record.gateway.port !== deps.gateway.port)
    return { ok: false, problem: `it was told of the gateway at another port, ${record.gateway.port}` };
  deps.gateway.admit(record.name, record.gateway.secret);
  const tended = tend({
    clock: deps.clock,
    isAlive: () => deps.processes.isAlive(record),
    bound: () => boundPrinted(deps.output, memberLayout(deps.home, record.name)),
    exited: null,
  });
  const met = await meet({ ...deps, startWithinMs: againWithinMs }, { record, tended }, leaving);
  if (!met.ok) tended.letGo();
  return met;
}

/** Short, because it had time to start before and callers wait for this. */
const againWithinMs = 10_000;
