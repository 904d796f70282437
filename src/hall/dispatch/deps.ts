// Declares what the conductor, which carries commissions from acceptance to their end, needs from the rest of the hall.
// The composition root provides all of it.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import type { Attachment } from "../../contract/commission/attachments.ts";
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import type { HallConfig } from "../../contract/home/config.ts";
import type { FinishPlan, LedgerEvent } from "../../contract/commission/events.ts";
import type { Fact } from "../../contract/commission/facts.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { Compaction, MemoryAuthor, MemoryEntry, MemoryKey } from "../../contract/memory/memory.ts";
import type { CommissionChange, CommissionSummary } from "../../contract/commission/meta.ts";
import type { Refusal } from "../../contract/api/problem.ts";
import type { QuotaPause } from "../../contract/commission/quota.ts";
import type { SetUpWait } from "../../contract/project/set-up.ts";
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { WaitReasons } from "../../rules/admission/admission.ts";
import type { Command } from "../../rules/commission/commands.ts";
import type { ExitPolicy } from "../../rules/commission/exits.ts";
import type { Commission } from "../../rules/commission/state.ts";
import type { Executed } from "../../rules/commission/verdict.ts";
import type { HallBounds } from "../../rules/limits/grant.ts";
import type { WorkerWithToolboxes } from "../../rules/limits/tools.ts";
import type { Trees } from "../../rules/project/trees.ts";
import type { Unrecorded } from "../../rules/course/unrecorded.ts";
import type { FollowDeps, FollowTypes, FollowLogFields } from "../following/follower.ts";
import type { AttachmentFiles } from "./attachments.ts";
import type { Deadlines } from "./deadlines.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Unfinished } from "./unfinished.ts";

export interface Bases {
  /**
   * Returns why work that changes files of this project has to wait; `null` if it need not. Starts the
   * project's checks on its base, the tip of the integration branch, if that has not been checked yet.
   * `redTip`: a commit of the integration branch that fails the checks of finished work even without that
   * work; `null` if none is known.
   */
  why(project: ProjectName, asked: { redTip: string | null }): Promise<string | null>;
  /** Calls `listener` with each project whose answer may have changed. Returns a function that unsubscribes. */
  subscribe(listener: (project: ProjectName) => void): () => void;
}

export interface SetUps {
  /**
   * Returns why a set-up that failed without a network has to wait for a person; `null` if it need not any
   * more.
   */
  why(project: ProjectName, wait: SetUpWait): Promise<string | null>;
  /** Calls `listener` with each project whose answer may have changed. Returns a function that unsubscribes. */
  subscribe(listener: (project: ProjectName) => void): () => void;
}

/** Commissions, as their workbenches are followed. */
export interface CommissionFollow extends FollowTypes {
  id: CommissionId;
  state: Commission;
  fact: Fact;
}

export interface DispatchDeps extends FollowDeps<CommissionFollow> {
  ledger: {
    /** Writes the new commission and, if `waitingFor` is not empty, that it is blocked, in one step. */
    create(request: AcceptedRequest, waitingFor: readonly string[]): Promise<Executed>;
    execute(id: CommissionId, commands: readonly Command[]): Promise<Executed>;
    find(id: CommissionId): Promise<Commission | undefined>;
    findByKey(key: string): CommissionId | undefined;
    /** Returns up to `limit` events after number `after`. */
    page(id: CommissionId, order: { after: number; limit: number }): Promise<LedgerEvent[] | undefined>;
    live(): Commission[];
    summary(id: CommissionId): CommissionSummary | undefined;
    summaries(): Iterable<CommissionSummary>;
    subscribe(listener: (change: CommissionChange) => void): () => void;
    remove(
      id: CommissionId,
      how: "for-good" | "to-trash",
    ): Promise<{ ok: true; movedTo: string | null } | Refusal>;
  };
  roster: {
    /** Finds a package by its bare name or a guild member as `member:NAME`, with the toolboxes available now. */
    find(name: string): Promise<WorkerWithToolboxes | undefined>;
    names(): Promise<string[]>;
    /** Returns why the latest scan skipped the worker of this name; `undefined` if it did not. */
    whyPassedOver(name: string): string | undefined;
    /** Finds a guild member by its name without the prefix. */
    member(name: string): Promise<{ isInHome: boolean; takesWork: boolean } | undefined>;
  };
  engine: FollowDeps<CommissionFollow>["engine"] & {
    start(ref: BenchRef): Promise<void>;
    /** Returns true if a process holds the workbench lock of this commission. */
    isHeld(id: CommissionId): boolean;
  };
  work: {
    /** Prepares the work directory. If there is a tree, the workbench makes the worktree. */
    prepare(id: CommissionId, tree: TreePlan | null): Promise<void>;
    /**
     * Copies the artifacts that the result names. A second call returns the same, even if the originals no longer
     * exist.
     */
    collect(
      id: CommissionId,
      /** `mostMb`: the commission's limit on disk space; `null` if it has none. */
      plan: FinishPlan & { mostMb: number | null },
      tree: TreePlan | null,
    ): Promise<{
      artifacts: string[];
      problems: string[];
      /** The SHA-256 of each artifact, by its path. */
      hashes?: Record<string, string>;
    }>;
  };
  /** The files that people have uploaded. */
  attachments: AttachmentFiles & {
    /** Gives the commission links to its files, durably. `from` is another commission that has them. */
    give(order: { id: CommissionId; files: readonly Attachment[]; from: CommissionId | null }): Promise<void>;
    /** Shows the files to the worker if it is at work. */
    show(id: CommissionId, files: readonly Attachment[]): Promise<void>;
  };
  /** Every call waits until the hall has cleaned up the worktrees after its start. */
  trees: Trees;
  /** Says whether a project's integration branch passes the project's own checks. */
  bases: Bases;
  /** Says whether a person has approved the files of a set-up that needs the network. */
  setUps: SetUps;
  /** Replaces the entries with the summary that condenses them. Idempotent. */
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
  /** Returns the configuration in force. Callers read it each time and never cache it. */
  settings(): Pick<
    HallConfig,
    "slots" | "admission" | "members" | "projects" | "model" | "workers" | "guildMembers"
  > & { limits: HallBounds };
  /** Each returns `undefined` if the machine does not provide the figure. */
  machine: { availableMemoryMb(): number | undefined; freeDiskMb(): Promise<number | undefined> };
  /**
   * The pause of the current model credential while its quota is spent. A replacement takes effect at once,
   * even if it cannot be written to disk.
   */
  quota: { current(): QuotaPause | null; replace(pause: QuotaPause | null): Promise<void> };
  hasModel: boolean;
  policy: ExitPolicy;
  log: {
    info(message: string, fields?: FollowLogFields): void;
    error(message: string, fields?: FollowLogFields): void;
  };
}

/** The state that the conductor's files share while the hall runs. */
export interface ConductorState {
  deps: DispatchDeps;
  /** Looks for commissions that may start. */
  admit(): void;
  /** The commissions being followed, each with the promise of its end. */
  following: Map<CommissionId, Promise<void>>;
  /** Requests being accepted right now that have an idempotency key or continue a commission. */
  accepting: Map<string, Promise<unknown>>;
  /** The timer of the next round of admission, if a time for it is known. */
  alarm: { cancel(): void } | null;
  /** Why commissions do not start, as of the latest round of admission. */
  waits: WaitReasons;
  deadlines: Deadlines;
  dependencies: Dependencies;
  /** When the latest workbenches were started, by the monotonic clock. */
  startedAt: number[];
  /** Commissions whose admission failed a moment ago, each with the time until which it is skipped. */
  setAside: Map<CommissionId, number>;
  /** Commissions whose repository has not answered a query made during their admission. */
  unanswered: Set<CommissionId>;
  /** Running commissions whose facts the hall cannot record. */
  unrecorded: Map<CommissionId, Unrecorded>;
  /** Commissions whose finish (commit, merge, close) has failed, with how often and why. */
  unfinished: Map<CommissionId, Unfinished>;
  stopping: AbortSignal;
  /** True if the hall is being stopped together with its work: nothing is started any more. */
  isHalted: boolean;
}
