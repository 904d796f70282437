// Decides whether the hall may start one more workbench now, whatever that is for. Each rule looks at one thing and
// needs no commission, so each kind of work asks the rules that hold for it.
import type { QuotaPause } from "../../contract/commission/quota.ts";
import type { Waiting } from "../../contract/commission/waiting.ts";
import type { HallConfig } from "../../contract/home/config.ts";

/** Why nothing may start. */
export interface Stop {
  waiting: Waiting;
  /** How many milliseconds to wait before deciding again; absent if an event will trigger that. */
  ms?: number;
}

type Limits = HallConfig["admission"];

export interface MachineFacts {
  limits: Limits;
  /** The free memory and disk; `undefined` if they cannot be measured on this machine. */
  machine: { memoryMb: number | undefined; diskMb: number | undefined };
  /** How long ago each recent workbench was started. */
  startedMsAgo: readonly number[];
}

export interface ModelFacts {
  /** Whether the hall can reach a model for work that is not rehearsed. */
  hasModel: boolean;
  /**
   * The pause that was recorded because the credential's quota is used up, and how long it still lasts; `null` if there
   * is none.
   */
  quota: { pause: QuotaPause; msLeft: number } | null;
}

/** Returns why the gap since the last start is too short; `null` if it is not. */
export function gapStop({ limits, startedMsAgo }: MachineFacts): Stop | null {
  const gapMs = 1000 / limits.startsPerSecond;
  const quietMs = Math.min(...startedMsAgo);
  if (quietMs >= gapMs) return null;
  return { ...stop("stagger", "Another commission was started a moment ago."), ms: gapMs - quietMs };
}

/** The memory that a worker usually needs, and (`growingMs`) how long it takes until the worker uses that much. */
const workerMb = 250;
export const growingMs = 10_000;
/** How often to measure again while memory or disk is short: no event tells when they are free again. */
const machineLookMs = 2000;

/** Returns what is short on this machine; `null` if there is room. `running` workbenches are at work, of any kind. */
export function roomStop({ limits, machine, startedMsAgo }: MachineFacts, running: number): Stop | null {
  if (machine.diskMb !== undefined && machine.diskMb < limits.minFreeDiskMb)
    return { ...stop("disk", lack("Disk space", machine.diskMb, limits.minFreeDiskMb)), ms: machineLookMs };
  // If more workbenches were started recently than are running, the others have ended and freed their memory.
  const growing = Math.min(running, startedMsAgo.filter((ms) => ms < growingMs).length);
  const neededMb = limits.minFreeMemoryMb + growing * workerMb;
  if (machine.memoryMb !== undefined && limits.minFreeMemoryMb > 0 && machine.memoryMb < neededMb)
    return { ...stop("memory", lack("Memory", machine.memoryMb, neededMb)), ms: machineLookMs };
  return null;
}

/**
 * Returns why no work that needs the model may start; `null` if it may. After a quota's reset one probe makes the first
 * request, and the others wait while it runs.
 */
export function modelStop({ hasModel, quota }: ModelFacts, probeRuns: boolean): Stop | null {
  if (!hasModel) return stop("no_model", "The hall has no credentials to reach a model.");
  if (quota === null) return null;
  if (quota.msLeft > 0)
    return {
      ...stop("quota", `The quota is used up until ${quota.pause.pausedUntil}.`),
      ms: quota.msLeft,
    };
  return probeRuns
    ? stop("quota", "Another commission is finding out whether the quota is free again.")
    : null;
}

function lack(what: string, hasMb: number, neededMb: number): string {
  return `${what} is short: ${Math.floor(hasMb)} MB are free, and a start needs ${neededMb} MB.`;
}

export function stop(reason: Waiting["reason"], message: string): Stop {
  return { waiting: { reason, message } };
}
