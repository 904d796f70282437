// Holds the state of a home's guild members (external programs that the hall starts): which members there
// are, and a supervisor for each member that was ever needed.
import type { MemberName } from "../../contract/member/member.ts";
import { Fault } from "../../contract/api/problem.ts";
import { thrownText } from "../../base/text/thrown-text.ts";
import type { AddressOutcome } from "./process/await-address.ts";
import { endProcess } from "./process/end-process.ts";
import type { FreshMembers } from "./code/fresh.ts";
import { launch } from "./process/launch.ts";
import type { MemberProcess, ProcessDeps } from "./process/member-process.ts";
import type { FoundMember, Reached } from "./members.ts";
import { orLeave } from "./calls/or-leave.ts";
import { createSupervisor, type Supervisor } from "./process/supervise.ts";
import type { MCPServerHandle } from "./calls/mcp-server-handle.ts";
import type { WorkerHandle } from "./calls/worker-handle.ts";

export interface MemberHandles {
  /** `null` if the member does not declare that it takes work. */
  worker(member: HandleOf): WorkerHandle | null;
  tools(member: HandleOf & { stop(): Promise<void> }): MCPServerHandle;
}

export interface HandleOf {
  found: FoundMember;
  endpoint(signal: AbortSignal): Promise<Reached>;
}

export interface MembersDeps extends ProcessDeps {
  fresh: FreshMembers;
  /**
   * Prepares a member for its start: copies a bundled one into the home, and provides dependencies. `note` is for a
   * person.
   */
  makeReady(found: FoundMember): Promise<{ note: string | null }>;
  handles: MemberHandles;
  /** Called when the state or the problem of a member has changed. */
  changed(): void;
}

export interface MemberRegistry {
  deps: MembersDeps;
  supervisors: Map<MemberName, Supervisor>;
  /** For each member whose manifest has changed: when it was last asked whether it has running work. */
  askedAtMs: Map<MemberName, number>;
  /** Fires when a person stops the member. Only members whose stop is watched have an entry. */
  stops: Map<MemberName, AbortController>;
  closing: AbortController;
  /**
   * Resolves when the records that the previous hall process left are read. From then on, a caller that needs
   * one of these members waits until its old process is found or known to be gone.
   */
  recordsRead: Promise<void>;
  /**
   * Resolves when each member's process from before the hall's restart is found again or known to be gone.
   */
  adopted: Promise<unknown>;
}

export function supervisorOf(registry: MemberRegistry, name: MemberName): Supervisor {
  const known = registry.supervisors.get(name);
  if (known) return known;
  const { deps } = registry;
  const supervisor = createSupervisor({
    name,
    clock: deps.clock,
    log: deps.log,
    changed: deps.changed,
    launch: (signal) => launchReady(deps, { name, signal }),
    end: ({ record }, hasJustEnded) => endProcess(deps, { record, hasJustEnded }),
  });
  registry.supervisors.set(name, supervisor);
  return supervisor;
}

export function nextStop({ stops }: MemberRegistry, name: MemberName): AbortSignal {
  const known = stops.get(name) ?? new AbortController();
  stops.set(name, known);
  return known.signal;
}

/**
 * Returns the error for callers that wait for the member's work. It makes them give up, as if the member
 * could not be reached.
 */
export function stoppedByPerson(name: MemberName): Fault {
  const cause = new Fault("member_unreachable", "It was stopped.");
  return new Fault("member", `Guild member "${name}" was stopped by a person.`, { cause });
}

export function throwIfClosing({ closing }: MemberRegistry): void {
  if (closing.signal.aborted) throw new Fault("stopping", "The hall is stopping.");
}

async function launchReady(
  deps: MembersDeps,
  { name, signal }: { name: MemberName; signal: AbortSignal },
): Promise<AddressOutcome<{ process: MemberProcess }>> {
  try {
    const found = await deps.fresh.find(name);
    if (!found) return { ok: false, problem: deps.fresh.whyPassedOver(name) ?? "its directory is gone" };
    const { note } = await orLeave(deps.makeReady(found), signal);
    if (note !== null) deps.log.warn(note);
    const { members } = await deps.fresh.look();
    const ready = members.find(({ manifest }) => manifest.name === name);
    if (!ready) return { ok: false, problem: deps.fresh.whyPassedOver(name) ?? "its directory is gone" };
    return await launch(deps, { found: ready, signal });
  } catch (error) {
    return { ok: false, problem: thrownText(error) };
  }
}
