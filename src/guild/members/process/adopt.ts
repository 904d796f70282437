// Finds the process that was started for a guild member before the hall was restarted. The record of its
// start identifies it. Only the owner of the home can write that record, so no foreign process is taken for
// the member's.
import { memberLayout } from "../../../contract/home/home-layout.ts";
import type { MemberRecord } from "../../../contract/member/member-record.ts";
import type { AddressOutcome } from "./await-address.ts";
import { endProcess } from "./end-process.ts";
import { meet } from "./launch.ts";
import type { MemberProcess, ProcessDeps } from "./member-process.ts";
import { boundPrinted } from "./printed.ts";
import { tend } from "./tend.ts";

export interface AdoptionSignals {
  /**
   * Fires when the hall stops. A process that is not found by then is left for the next start of the hall.
   */
  closing: AbortSignal;
  /** Fires when the process is to be ended, so that the search for it stops. */
  givenUp: AbortSignal;
}

/**
 * Returns the process; never starts one. `null` if the process has ended, if it could not be used and was
 * ended, or if the hall is stopping.
 */
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
  if (closing.aborted) return null; // the next start of the hall looks for the process
  deps.log.warn("a guild member of an earlier hall is not used any more", {
    member: name,
    pid,
    reason: found.problem,
  });
  // Even a process that has ended may have left children. They are recognised by an environment variable that was set
  // at its start.
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

/** Short, because callers wait for this, and the process has had time to start already. */
const againWithinMs = 10_000;
