// What the conductor needs from the rest of the hall. Everything arrives from the composition root.
import type { AcceptedRequest } from "../contract/commission.ts";
import type { FinishPlan, LedgerEvent } from "../contract/events.ts";
import type { Fact } from "../contract/facts.ts";
import type { CommissionId } from "../contract/ids.ts";
import type { WorkerMetadata } from "../contract/package.ts";
import type { Refusal } from "../contract/problem.ts";
import type { SandboxLevel } from "../contract/commission.ts";
import type { Command } from "../rules/commands.ts";
import type { ExitPolicy } from "../rules/exit-matrix.ts";
import type { Commission } from "../rules/state.ts";
import type { HallBounds } from "../rules/tools.ts";

export type Executed = { ok: true; commission: Commission } | Refusal;

export interface BenchRef {
  id: CommissionId;
  bench: number;
}

export interface ProcessIdentity {
  pid: number;
  startTime: string;
  bootId: string;
}

export interface DispatchDeps {
  ledger: {
    create(request: AcceptedRequest): Promise<Executed>;
    execute(id: CommissionId, commands: readonly Command[]): Promise<Executed>;
    find(id: CommissionId): Promise<Commission | undefined>;
    findByKey(key: string): CommissionId | undefined;
    events(id: CommissionId): Promise<LedgerEvent[] | undefined>;
    live(): Commission[];
    remove(
      id: CommissionId,
      how: "for-good" | "to-trash",
    ): Promise<{ ok: true; movedTo: string | null } | Refusal>;
  };
  roster: {
    find(name: string): WorkerMetadata | undefined;
    names(): string[];
  };
  engine: {
    start(ref: BenchRef): Promise<void>;
    presence(ref: BenchRef): "alive" | "starting" | "gone" | "unknown";
    ended(ref: BenchRef): Promise<void>;
    signal(ref: BenchRef, how: "stop" | "kill", known: ProcessIdentity | null): boolean;
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
    prepare(id: CommissionId): Promise<void>;
    collect(id: CommissionId, plan: FinishPlan): Promise<{ artifacts: string[]; problems: string[] }>;
  };
  clock: {
    now(): number;
    monotonic(): number;
    after(ms: number, run: () => void): { cancel(): void };
  };
  newId(): CommissionId;
  checkRehearsal(text: string): { ok: true } | { ok: false; message: string };
  sandbox: SandboxLevel;
  /** What the config in force says now: asked anew each time. */
  settings(): { slots: number; limits: HallBounds };
  hasModel: boolean;
  policy: ExitPolicy;
  log: {
    info(message: string, fields?: Readonly<Record<string, string | number>>): void;
    error(message: string, fields?: Readonly<Record<string, string | number>>): void;
  };
}

/** What the conductor's files share while the hall runs. */
export interface Conduct {
  deps: DispatchDeps;
  /** Looks whether something may start. */
  admit(): void;
  /** The commissions being followed, and the promise of each following. */
  following: Map<CommissionId, Promise<void>>;
  /** Requests with an idempotency key that are being taken on right now. */
  accepting: Map<string, Promise<Executed>>;
  /** Rings when the next commission that waits for its time becomes due. */
  alarm: { cancel(): void } | null;
  stopping: AbortSignal;
}
