// Declares what following needs: the parts of the hall, and the rules of the kind of thing that is followed.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import type { Course } from "../../rules/course/course.ts";
import type { LastWords } from "../../rules/course/describe-loss.ts";
import type { Unrecorded } from "../../rules/course/unrecorded.ts";

/** The types of one kind of thing, such as commissions, that workbenches carry out. */
export interface FollowTypes {
  id: string;
  state: object;
  /** A line of a workbench's journal. */
  fact: object;
}

/** Forbids a field named `message`, because the message is a parameter of its own. */
export type FollowLogFields = Readonly<Record<string, string | number>> & { message?: never };

export interface FollowDeps<T extends FollowTypes> {
  engine: {
    presence(ref: BenchRef<T["id"]>): "alive" | "starting" | "gone" | "unknown";
    ended(ref: BenchRef<T["id"]>): Promise<void>;
    /** Returns the exit code of a workbench that this hall started and saw end by itself; else `null`. */
    exitCode(ref: BenchRef<T["id"]>): number | null;
    /** Returns how the workbench's process ended, and the end of its output, without secrets. */
    lastWords(ref: BenchRef<T["id"]>): LastWords;
    signal(ref: BenchRef<T["id"]>, how: "stop" | "kill", known: Course["process"]): boolean;
    /** Drops the engine's data on a workbench once it has ended. */
    forget(ref: BenchRef<T["id"]>): void;
    /** Runs `task` while no workbench of this thing can begin. Returns `null` if one is at work. */
    withoutBench<R>(id: T["id"], task: () => Promise<R>): Promise<R | null>;
  };
  journals: {
    /** Reads a workbench's journal after the given line; each call returns the new facts. */
    tail(ref: BenchRef<T["id"]>, afterSeq: number): { read(): Promise<T["fact"][]> };
  };
  nudges: {
    /** Resolves at the next nudge for this thing. */
    next(id: T["id"]): { arrived: Promise<void>; cancel(): void };
    poke(id: T["id"]): void;
  };
  clock: {
    monotonic(): number;
    after(ms: number, run: () => void): { cancel(): void };
  };
  /** How long a started workbench may take to acquire its lock. Package code runs before that. */
  startWithinMs: number;
  log: { error(message: string, fields?: FollowLogFields): void };
}

/** How a workbench was lost. */
export interface BenchLoss {
  /** Whether it had acquired its lock. */
  began: boolean;
  message: string;
  /** Whether the disk could not record its facts. */
  storage: boolean;
  /** Whether the hall ended it because it did not begin in time. */
  hung: boolean;
}

/** The rules of one kind of thing. The functions that write throw if the ledger refuses. */
export interface FollowKind<T extends FollowTypes> {
  /** The name of one thing of this kind in sentences. */
  noun: string;
  /** Returns the state of a thing that is not at rest, from memory. */
  findLive(id: T["id"]): T["state"] | undefined;
  find(id: T["id"]): Promise<T["state"] | undefined>;
  takeFacts(ref: BenchRef<T["id"]>, facts: readonly T["fact"][]): Promise<T["state"]>;
  loseBench(ref: BenchRef<T["id"]>, loss: BenchLoss): Promise<T["state"]>;
  courseOf(state: T["state"]): Pick<Course, "bench" | "benchSeq" | "process">;
  /** The name of the worker whose code the workbench loads. */
  workerOf(state: T["state"]): string;
  /** Whether a workbench may be alive. */
  isRunning(state: T["state"]): boolean;
  /** Whether a workbench may be alive, and more facts of its session are expected. */
  isAtWork(state: T["state"]): boolean;
  /** Whether the workbench is to stop. */
  isToStop(state: T["state"]): boolean;
  /** Whether the hall has to follow the thing until its workbench is gone and `conclude` has run. */
  needsFollowing(state: T["state"]): boolean;
  /** Decides and does what follows. Called when the workbench is gone; its facts are in the ledger. */
  conclude(id: T["id"], state: T["state"]): Promise<void>;
  /** Called when the thing does not need to be followed any more. */
  left(id: T["id"]): void;
  /** Why the last `conclude` failed; `null` if that is not the problem. */
  whyUnfinished(id: T["id"]): string | null;
  /** How long to wait after a fault before the thing is followed again. */
  againAfterMs(id: T["id"]): number;
}

/** Everything that following needs. The maps belong to the caller, which may read them at any time. */
export interface Follower<T extends FollowTypes> {
  deps: FollowDeps<T>;
  kind: FollowKind<T>;
  /** The things being followed, each with the promise of its end. */
  following: Map<T["id"], Promise<void>>;
  /** Running things whose facts the hall cannot record. */
  unrecorded: Map<T["id"], Unrecorded>;
  stopping: AbortSignal;
}

/** A workbench while it is followed. */
export interface RunningBench<T extends FollowTypes> extends BenchRef<T["id"]> {
  tail: ReturnType<FollowDeps<T>["journals"]["tail"]>;
  since: number;
  /** When the workbench was asked to stop; `null` if it was not. */
  askedAt: number | null;
  /** Why the journal cannot be read any further; `null` if it can. */
  damage: string | null;
  /** True if the hall killed the workbench because it did not begin in time. */
  hung: boolean;
}
