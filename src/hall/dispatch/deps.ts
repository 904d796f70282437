// What the conductor needs from the rest of the hall. Everything arrives from the composition root.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import type { HallConfig } from "../../contract/home/config.ts";
import type { FinishPlan, LedgerEvent } from "../../contract/commission/events.ts";
import type { Fact } from "../../contract/commission/facts.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { Compaction, MemoryAuthor, MemoryEntry, MemoryKey } from "../../contract/memory/memory.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { Refusal } from "../../contract/api/problem.ts";
import type { QuotaPause } from "../../contract/commission/quota.ts";
import type { SetUpWait } from "../../contract/project/set-up.ts";
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { Waits } from "../../rules/admission/admission.ts";
import type { Command } from "../../rules/commission/commands.ts";
import type { LastWords } from "../../rules/commission/describe-loss.ts";
import type { ExitPolicy } from "../../rules/commission/exits.ts";
import type { Commission } from "../../rules/commission/state.ts";
import type { HallBounds } from "../../rules/limits/grant.ts";
import type { Listed } from "../../rules/limits/tools.ts";
import type { Trees } from "../../rules/project/trees.ts";
import type { Unrecorded } from "../../rules/commission/unrecorded.ts";
import type { Deadlines } from "./deadlines.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Change } from "./waiters.ts";
import type { Unfinished } from "./unfinished.ts";

export type Executed = { ok: true; commission: Commission } | Refusal;

export interface ProcessIdentity {
  pid: number;
  startTime: string;
  bootId: string;
}

export interface Bases {
  /**
   * Why work that changes files of this project has to wait; null: it need not. Where its base has not been checked yet,
   * the checks are started. `redTip`: a commit of the integration branch that finished work has failed with.
   */
  why(project: ProjectName, asked: { redTip: string | null }): Promise<string | null>;
  /** Told of each project whose answer may be another. Returns how to stop that. */
  subscribe(listener: (project: ProjectName) => void): () => void;
}

export interface SetUps {
  /** Why a set-up that failed without a network has to wait for a person; null: it need not any more. */
  why(project: ProjectName, wait: SetUpWait): Promise<string | null>;
  /** Told of each project whose answer may be another. Returns how to stop that. */
  subscribe(listener: (project: ProjectName) => void): () => void;
}

/** The sentence has its own place: no field is named like it. */
type LogFields = Readonly<Record<string, string | number>> & { message?: never };

export interface DispatchDeps {
  ledger: {
    /** Where it has to wait for something, that is written in the same step. */
    create(request: AcceptedRequest, waitingFor: readonly string[]): Promise<Executed>;
    execute(id: CommissionId, commands: readonly Command[]): Promise<Executed>;
    find(id: CommissionId): Promise<Commission | undefined>;
    findByKey(key: string): CommissionId | undefined;
    /** The lines after one of a number. */
    page(id: CommissionId, order: { after: number; limit: number }): Promise<LedgerEvent[] | undefined>;
    live(): Commission[];
    summary(id: CommissionId): CommissionSummary | undefined;
    summaries(): Iterable<CommissionSummary>;
    subscribe(listener: (change: Change) => void): () => void;
    remove(
      id: CommissionId,
      how: "for-good" | "to-trash",
    ): Promise<{ ok: true; movedTo: string | null } | Refusal>;
  };
  roster: {
    /** A package by its bare name, a guild member as `member:NAME`; with the toolboxes there are at the moment. */
    find(name: string): Promise<Listed | undefined>;
    names(): Promise<string[]>;
    /** What is wrong with the one of this name, which the latest look passed over for it. */
    whyPassedOver(name: string): string | undefined;
    /** A guild member by its own name. */
    member(name: string): Promise<{ isInHome: boolean; takesWork: boolean } | undefined>;
  };
  engine: {
    start(ref: BenchRef): Promise<void>;
    presence(ref: BenchRef): "alive" | "starting" | "gone" | "unknown";
    ended(ref: BenchRef): Promise<void>;
    /** Of a workbench that this hall started and saw end by itself; else null. */
    exitCode(ref: BenchRef): number | null;
    /** How its process ended, and the end of what it printed, without secrets. */
    lastWords(ref: BenchRef): LastWords;
    signal(ref: BenchRef, how: "stop" | "kill", known: ProcessIdentity | null): boolean;
    /** Drops what is kept of a workbench once it has ended. */
    forget(ref: BenchRef): void;
    /** Whether somebody holds the workbench's lock of this commission. */
    isHeld(id: CommissionId): boolean;
    withoutBench<T>(id: CommissionId, task: () => Promise<T>): Promise<T | null>;
  };
  journals: {
    /** Reads a workbench's journal from after the given line on; each call gives what is new. */
    tail(ref: BenchRef, afterSeq: number): { read(): Promise<Fact[]> };
  };
  nudges: {
    /** Resolves at the next nudge for this commission. */
    next(id: CommissionId): { arrived: Promise<void>; cancel(): void };
    poke(id: CommissionId): void;
  };
  work: {
    /** What one with a tree works in is made by its workbench. */
    prepare(id: CommissionId, tree: TreePlan | null): Promise<void>;
    /** Takes what the result names from where it was made. Done again, it gives the same, also where that is gone by now. */
    collect(
      id: CommissionId,
      /** `mostMb`: how much may be written for it; `null`: no limit. */
      plan: FinishPlan & { mostMb: number | null },
      tree: TreePlan | null,
    ): Promise<{
      artifacts: string[];
      problems: string[];
      /** The SHA-256 of each artifact, by its path. */
      hashes?: Record<string, string>;
    }>;
  };
  /** Each question waits until the hall has put the worktrees in order (`treesOnceInOrder` of the house). */
  trees: Trees;
  /** Whether projects pass their own checks without any work in them. */
  bases: Bases;
  /** Which files a person has approved for a set-up with the network. */
  setUps: SetUps;
  /** Puts a summary in the place of the entries it condenses. Repeated, it ends in the same state. */
  condense(order: {
    compaction: Compaction;
    summary: string;
    by: MemoryAuthor;
    untrusted: boolean;
    rehearsed: boolean;
  }): Promise<{ entry: MemoryEntry | null; stayed: MemoryKey[]; reason: string | null }>;
  clock: {
    now(): number;
    monotonic(): number;
    after(ms: number, run: () => void): { cancel(): void };
  };
  newId(): CommissionId;
  checkRehearsal(text: string): { ok: true } | { ok: false; message: string };
  sandbox: SandboxLevel;
  /** What the config in force says now: asked anew each time. */
  settings(): Pick<HallConfig, "slots" | "admission" | "members" | "projects"> & { limits: HallBounds };
  /** undefined where it cannot be known. */
  machine: { availableMemoryMb(): number | undefined; freeDiskMb(): Promise<number | undefined> };
  /** The pause of the credential in use. What was said last counts at once, also where it could not be written down. */
  quota: { current(): QuotaPause | null; replace(pause: QuotaPause | null): Promise<void> };
  hasModel: boolean;
  /** How long a workbench that was started may take to get hold of its lock. Package code runs before that. */
  startWithinMs: number;
  policy: ExitPolicy;
  log: {
    info(message: string, fields?: LogFields): void;
    error(message: string, fields?: LogFields): void;
  };
}

/** What the conductor's files share while the hall runs. */
export interface Conduct {
  deps: DispatchDeps;
  /** Looks whether something may start. */
  admit(): void;
  /** The commissions being followed, and the promise of each following. */
  following: Map<CommissionId, Promise<void>>;
  /** Requests with an idempotency key, or that go on with a commission, that are being taken on right now. */
  accepting: Map<string, Promise<Executed>>;
  /** Rings when the next commission that waits for its time becomes due. */
  alarm: { cancel(): void } | null;
  /** What the latest look found. */
  waits: Waits;
  deadlines: Deadlines;
  dependencies: Dependencies;
  /** When the latest workbenches were started, by the monotonic clock. */
  startedAt: number[];
  /** Those whose admission failed a moment ago, and until when they are left alone. */
  setAside: Map<CommissionId, number>;
  /** Those whose repository was asked something on their way in, and has not answered. */
  unanswered: Set<CommissionId>;
  /** The running ones of which the hall cannot write down what it sees. */
  unrecorded: Map<CommissionId, Unrecorded>;
  /** Those whose finish has failed so far. */
  unfinished: Map<CommissionId, Unfinished>;
  stopping: AbortSignal;
  /** Nothing is started any more: the hall is being stopped together with its work. */
  isHalted: boolean;
}
