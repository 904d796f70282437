// The state of one commission, computed from its ledger. It has one shape per status, so that impossible combinations
// do not type-check.
import type { Attachment } from "../../contract/commission/attachments.ts";
import type { AcceptedRequest, SandboxLevel } from "../../contract/commission/commission.ts";
import type {
  CarriedWork,
  CommissionOutcome,
  FinishPlan,
  ReturnCause,
} from "../../contract/commission/events.ts";
import type { ArtifactRef, LeftArtifact } from "../../contract/commission/artifact-ref.ts";
import type { SessionEnd, Tokens } from "../../contract/commission/facts.ts";
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import type { InstructionsPlan } from "../../contract/commission/instructions.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import type { MemberName } from "../../contract/member/member.ts";
import type { ChoreOutcome } from "../../contract/memory/memory.ts";
import type { CommitSettings, LandMode, RecordMode } from "../../contract/project/land-settings.ts";
import type { SetUpRun, SetUpWait } from "../../contract/project/set-up.ts";
import type { AcceptanceCheck, CheckResult, TreeOutcome, TreePlan } from "../../contract/project/tree.ts";
import type { CommentOutcome } from "../../contract/commission/review-comment.ts";
import type { Decision } from "../../contract/commission/meta.ts";
import type { SpentHour } from "../../contract/commission/spending.ts";
import type { AfterEnd } from "./after-end.ts";
import type { SentRequest } from "./lost-requests.ts";

/** Everything that is known about a commission so far, in any status. */
export interface CommissionRecord {
  request: AcceptedRequest;
  createdAt: string;
  startedAt: string | null;
  sandbox: SandboxLevel | null;
  limits: Limits | null;
  model: string | null;
  sessionId: string | null;
  /** The number of the latest workbench; 0 before the first. */
  bench: number;
  /** The number of the last line of that workbench's journal that the hall has read. */
  benchSeq: number;
  /** The process of that workbench; `null` until it has taken its lock. */
  process: { pid: number; startTime: string; bootId: string } | null;
  /** The time from which that workbench counts as at work, and the time of its latest fact. */
  heard: { first: string; last: string } | null;
  /** How long earlier sessions were at work. */
  workedMs: number;
  /** The branch that the commission works on; `null` if it works in a plain directory, or was never dispatched. */
  tree: TreePlan | null;
  /** The checks that decide whether the work is done. */
  checks: readonly AcceptanceCheck[];
  /** True if the worker changes no files of the project except documents. */
  readOnly: boolean;
  /** The outcome of the last run of the project's set-up; `null` if it never ran. */
  setup: SetUpRun | null;
  /** The tree that a person must approve before the set-up gets the network; `null` if no approval is needed. */
  approve: SetUpWait | null;
  /** The work that last counted as done, and the results of its checks so far; `null` if there is none. */
  proof: Proof | null;
  /**
   * Set while the merge of finished work with the integration branch waits to be checked or is being checked.
   */
  landing: Landing | null;
  /** The work that went back to its worker because its checks failed, with their results. */
  refutation: Proof | null;
  /** The move of the work to a newer commit of the integration branch; `null` if it was never moved. */
  carried: (CarriedWork & { isDone: boolean }) | null;
  /** How many times the work went back to its worker because its checks failed, alone or merged. */
  returns: number;
  resumes: number;
  /** How many workbenches never took their lock. */
  falseStarts: number;
  summary: string | null;
  turns: number;
  failedTurns: number;
  tokens: Tokens;
  contextTokens: number;
  /** The cost so far; `null` once a request went to a model whose price is not known. */
  costUsd: number | null;
  budgetUsd: number;
  /** The spending by the hour, oldest first; empty for a rehearsal. */
  spent: readonly SpentHour[];
  /** Requests to the model that have no answer on record yet; no sum includes them. */
  sent: readonly SentRequest[];
  /** The worker's latest message, report, question, decision or tool call. */
  latest: LatestWord | null;
  questions: readonly { question: string; askedAt: string; callKey: string }[];
  decisions: readonly (Decision & { at: string; callKey: string })[];
  submission: Submission | null;
  /** The job that was last sent to a guild member, or was about to be. */
  job: MemberJob | null;
  /** Whether the worker has read text from outside, such as web pages. */
  tainted: boolean;
  /** Tool calls that have not returned, oldest first. */
  runningTools: readonly RunningTool[];
  /**
   * Tool calls that were running when a workbench was interrupted. The model may not know of them until its
   * next answer.
   */
  cutOff: readonly RunningTool[];
  /** Acts on the outside world that the workbench has begun and not ended. */
  acts: readonly OutwardAct[];
  /**
   * Acts of earlier workbenches that may or may not have happened. An act is removed when the worker begins it again.
   */
  unknownActs: readonly OutwardAct[];
  /** How the latest session ended; `null` before that, and once the commission waits for another workbench. */
  end:
    SessionEnd | { how: "lost"; began: boolean; message: string; storage?: boolean; hung?: boolean } | null;
  /** Why the commission last went back to wait for another workbench; `null` if it never did. */
  loss: { at: string; cause: ReturnCause; message: string } | null;
  /** Whether a person asked to stop the workbench; the next hall resumes the commission. */
  stopRequested: boolean;
  cancel: { by: string; reason: string } | null;
  plan: FinishPlan | null;
  /**
   * When `plan` was made, and how many answers there were then, so that each retry of the finish makes the same commit.
   */
  planned: { at: string; answers: number } | null;
  /** The last planned move of the integration branch. */
  merge: { into: string; expected: string; commit: string; tip: string } | null;
  applied: {
    artifacts: readonly string[];
    problems: readonly string[];
    /** Only for a chore. */
    chore: ChoreOutcome | null;
    /** Only for a commission with a worktree. */
    tree: TreeOutcome | null;
    /**
     * The SHA-256 of artifacts, by their path; absent if there are none, or an older release finished the commission.
     */
    hashes?: Readonly<Record<string, string>>;
  } | null;
  /** People's answers to the worker's questions, each with the number of its question, latest last. */
  answers: readonly Answer[];
  /** The worker's latest answer to each comment with which the work was sent back, by the comment's number. */
  commentAnswers: ReadonlyMap<number, { outcome: CommentOutcome; answer: string }>;
  /** The destination of the finished work. */
  land: LandMode;
  /** The place of the commission's record. */
  recordMode: RecordMode;
  /** How the commits of the work look; `null` if the project's settings did not say at the first dispatch. */
  commitStyle: CommitSettings | null;
  /** The commit of the person's branch whose instructions the worker is told; `null` if it is told none. */
  instructions: InstructionsPlan | null;
  /** The hosts that the worker's commands may reach, as planned at the first dispatch, and whether they were opened. */
  shell: { hosts: readonly AllowedHost[]; isOpened: boolean };
  /** The state of the finished work after the end. */
  afterEnd: AfterEnd;
}

export interface Answer {
  number: number;
  answer: string;
  by: string;
  at: string;
  /** The files that came with it. */
  attachments?: readonly Attachment[] | undefined;
}

export type LatestWord = { at: string } & ({ said: string } | { tool: string; input: string });

export interface Proof {
  /** How the session that did the work ended. */
  end: SessionEnd;
  /** The content of the worktree at that time, as a git tree; `null` if the commission has no worktree. */
  snapshot: string | null;
  /**
   * The snapshot plus a document that records the commission. This tree is checked, and committed if the checks pass.
   */
  tree: string | null;
  /** False if the snapshot equals the base. */
  changed: boolean;
  /** Whether the work changed only documents under `.lore/`. */
  documents: boolean;
  /** The part of the rehearsal script that was not played; `null` if all of it was, or there is none. */
  unplayed: string | null;
  runs: readonly CheckResult[];
  /** The results of the same checks without the work, on the commit that it began at; empty if they were not needed. */
  base: readonly CheckResult[];
}

/** The finished work merged with the integration branch, and the results of its checks there. */
export interface Landing {
  /**
   * The tip of the integration branch, and the merged tree, which is `null` if they conflict. `tried` is `null` if the
   * merge has not been tried yet.
   */
  tried: { expected: string; tree: string | null } | null;
  runs: readonly CheckResult[];
  /** The results of the same checks on the integration branch without the work; empty if they were not needed. */
  tip: readonly CheckResult[];
  /** A commit of the integration branch that fails the same checks without the work; `null` if none is known. */
  redTip: string | null;
}

export interface RunningTool {
  callId: string;
  tool: string;
  /** The beginning of the call's input. */
  input: string;
  since: string;
}

export interface OutwardAct {
  callKey: string;
  tool: string;
  inputHash: string;
  /** The beginning of the call's input; empty if it is not known. */
  input: string;
}

export interface Submission {
  summary: string;
  output: string | null;
  artifacts: readonly ArtifactRef[];
  /** The names of files that the hall did not fetch from the guild member. */
  memberArtifacts: readonly string[];
  /** The same files, each with the reason why it was not fetched. */
  leftArtifacts: readonly LeftArtifact[];
  /**
   * True if the checks failed and the worker was told, so that the submission no longer counts as finished
   * work.
   */
  refuted: boolean;
}

export interface MemberJob {
  member: MemberName;
  /** The hall's name for the job, by which the hall finds the job at the member again. */
  hallCommission: string;
  /** The number of the workbench that sent the job, or last resumed it. */
  bench: number;
  /** `null` if it is unknown whether the job arrived. */
  jobId: string | null;
}

export type Commission =
  | { status: "pending"; record: CommissionRecord; notBefore: string | null }
  | { status: "blocked"; record: CommissionRecord; waitingFor: readonly string[] }
  | { status: "dispatched"; record: CommissionRecord }
  | { status: "in_progress"; record: CommissionRecord }
  | { status: "paused"; record: CommissionRecord; until: string }
  | Ended;

export type Ended = {
  [S in CommissionOutcome["status"]]: {
    status: S;
    record: CommissionRecord;
    outcome: Extract<CommissionOutcome, { status: S }>;
    endedAt: string;
  };
}[CommissionOutcome["status"]];

export function isEnded(commission: Commission): commission is Ended {
  return (
    commission.status === "completed" || commission.status === "failed" || commission.status === "cancelled"
  );
}

/** Whether a workbench of this commission may be alive. */
export function isRunning(commission: Commission): boolean {
  return commission.status === "dispatched" || commission.status === "in_progress";
}
