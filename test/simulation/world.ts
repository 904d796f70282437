// One simulated world: a machine, a hall on it now and then, workbenches, people, and what is known of it all.
import { type HomeLayout, homeLayout } from "../../src/contract/home/home-layout.ts";
import type { Conductor } from "../../src/hall/dispatch/conductor.ts";
import type { Landings } from "../../src/hall/landing/landings.ts";
import type { LandingOperations } from "../../src/hall/operations/landing-operations.ts";
import type { Nudges } from "../../src/hall/wiring/nudges.ts";
import type { Ledger } from "../../src/store/ledger/ledger.ts";
import type { KnownCommissions } from "./known.ts";
import type { Machine } from "./machine/machine.ts";
import type { Process } from "./machine/processes.ts";
import type { Random } from "./machine/random.ts";
import type { Owner } from "./machine/scheduler.ts";
import type { PromiseName } from "./promises/names.ts";
import type { PlayedSession } from "./talk.ts";
import type { Wiring } from "./wiring.ts";
import type { FakeRepository } from "../fakes/repository.ts";

export interface OpenHall {
  process: Process;
  ledger: Ledger;
  conductor: Conductor;
  landings: Landings;
  operations: LandingOperations;
  nudges: Nudges;
  /** A person ends it: no more requests. */
  closing: boolean;
}

export interface Violation {
  promise: PromiseName;
  message: string;
}

export interface World {
  machine: Machine;
  /** Lots of people, workers and the storm. */
  random: Random;
  /** Lots of the people who decide on finished work; `reviews` says whether there are any. */
  deciders: Random;
  reviews: boolean;
  /** Lots of the people who say something under way; `talks` says whether there are any. */
  talkers: Random;
  talks: boolean;
  /** The sessions whose file is there, by their ids, and those whose file was removed. */
  sessions: Map<string, PlayedSession>;
  goneSessions: PlayedSession[];
  wiring: Wiring;
  home: HomeLayout;
  /** Of the one project there is. */
  repository: FakeRepository;
  /** What others have committed to its integration branch. */
  theirs: string[];
  slots: number;
  known: KnownCommissions;
  /** null while none answers. */
  hall: OpenHall | null;
  /** The process that is, or is about to be, the hall. */
  hallProcess: Process | null;
  halls: number;
  /** Those around the machine: no power cut ends them. */
  people: Owner;
  /** Workbenches that will never end by themselves. */
  hanging: Set<Process>;
  storming: boolean;
  /** The first promise that was broken. */
  violation: Violation | null;
}

export const home = homeLayout("/home");

/** How long a workbench may take to begin. */
export const startWithinMs = 30_000;

export function breaks(world: World, promise: PromiseName, message: string): void {
  if (world.violation) return;
  world.violation = { promise, message };
  world.machine.trace.say(`!!! ${promise}: ${message}`);
}
