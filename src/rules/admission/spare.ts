// Decides when the hall keeps a spare: a workbench that is ready before its commission exists. Pure.
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import type { Credential } from "../../contract/home/handoff.ts";
import type { SpareWork } from "../../contract/home/spare.ts";
import { memberOf } from "../../contract/member/member.ts";
import type { CommissionRecord } from "../commission/state.ts";

export interface SpareFacts {
  /** The setting: how many spares there may be. */
  most: number;
  sandbox: SandboxLevel;
  slots: number;
  /** How many commissions run. */
  running: number;
  /** Whether the last commission to be started still waits for its first answer. */
  isBeginning: boolean;
  /** The work that the spare exists for; `null` if there is none. */
  current: SpareWork | null;
  /** The work that a spare would be for: the next one that waits, else the last one that began; `null` if unknown. */
  expected: SpareWork | null;
  /** How long ago a workbench was last started. */
  idleMs: number;
  memory: { freeMb: number | undefined; minFreeMb: number };
  /**
   * The share of the last ten seconds in which a process waited for a processor, in per cent; `undefined` if unknown.
   */
  cpuPressure: number | undefined;
}

export interface SpareDecision {
  act: "make" | "drop" | "none";
  /** When to decide again; `null` if an event will trigger that. */
  againInMs: number | null;
}

/** A spare that was not used for this long is ended. */
export const longestIdleMs = 5 * 60_000;
/** A spare takes about 210 MB. */
const spareMb = 300;
/** Above this a spare would slow down the work that runs. */
const calmPressure = 20;
const againMs = 2000;
/** How often the memory is checked while there is a spare. */
const checkMs = 30_000;

export function decideSpare(facts: SpareFacts): SpareDecision {
  const { current, expected, idleMs } = facts;
  if (!isWanted(facts) || expected === null) return without(current);
  if (current === null) return decideMaking(facts);
  if (isShort(facts.memory, 0) || current.worker !== expected.worker)
    return { act: "drop", againInMs: againMs };
  return { act: "none", againInMs: Math.min(checkMs, longestIdleMs - idleMs) };
}

function isWanted({ most, sandbox, running, slots, idleMs }: SpareFacts): boolean {
  return most > 0 && sandbox === "bubblewrap" && running < slots && idleMs < longestIdleMs;
}

function without(current: SpareWork | null): SpareDecision {
  return { act: current === null ? "none" : "drop", againInMs: null };
}

function decideMaking({ memory, cpuPressure, isBeginning }: SpareFacts): SpareDecision {
  // The beginning of that session must not be slowed down, and tells how the next one will begin.
  if (isBeginning) return { act: "none", againInMs: null };
  const isCalm = (cpuPressure ?? 0) < calmPressure && !isShort(memory, spareMb);
  return isCalm ? { act: "make", againInMs: checkMs } : { act: "none", againInMs: againMs };
}

function isShort({ freeMb, minFreeMb }: SpareFacts["memory"], moreMb: number): boolean {
  return freeMb !== undefined && freeMb < minFreeMb + moreMb;
}

/**
 * Returns what has to be known to start `claude` for this work ahead of its session; `null` if that is not possible. A
 * commission of a project has a worktree, which its sandbox has to show.
 */
export function spareWorkOf(
  { request }: Pick<CommissionRecord, "request">,
  credential: Pick<Credential, "kind"> | null,
): SpareWork | null {
  const { worker, config, model, createdBy, project } = request;
  if (memberOf(worker) !== null || project !== null) return null;
  const kind = spareCredential({ request }, credential);
  return { worker, config, ...(model && { model }), createdBy, credential: kind };
}

/** Returns the kind of the credential that the commission will have; `null` if a rehearsal plays the model. */
export function spareCredential(
  { request }: Pick<CommissionRecord, "request">,
  credential: Pick<Credential, "kind"> | null,
): SpareWork["credential"] {
  return request.rehearsal === null ? (credential?.kind ?? null) : null;
}

/** Returns whether this is the commission's first session, which begins in an empty directory. */
export function isFresh({
  bench,
  sessionId,
  tree,
}: Pick<CommissionRecord, "bench" | "sessionId" | "tree">): boolean {
  return bench === 1 && sessionId === null && tree === null;
}
