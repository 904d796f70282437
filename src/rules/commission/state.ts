// The state of one commission, computed from its ledger. It has one shape per status, so that impossible combinations
// do not type-check.
import type { Attachment } from "../../contract/commission/attachments.ts";
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import type {
  CarriedWork,
  CommissionOutcome,
  FinishPlan,
  ReturnCause,
} from "../../contract/commission/events.ts";
import type { ArtifactRef, LeftArtifact } from "../../contract/commission/artifact-ref.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import type { MemberName } from "../../contract/member/member.ts";
import type { ChoreOutcome } from "../../contract/memory/memory.ts";
import type { CommitSettings, LandMode, RecordMode } from "../../contract/project/land-settings.ts";
import type { SetUpWait } from "../../contract/project/set-up.ts";
import type { AcceptanceCheck, CheckResult, TreeOutcome } from "../../contract/project/tree.ts";
import type { CommentOutcome } from "../../contract/commission/review-comment.ts";
import type { Course } from "../course/course.ts";
import type { AfterEnd } from "./after-end.ts";
import type { HeardWords, SaidNote } from "./notes.ts";

/** Everything that is known about a commission so far, in any status: the course of its run, and its own part. */
export interface CommissionRecord extends Course, CommissionPart {}

/** The part that other kinds of work do not have: what was asked for, and how the work is checked, finished and landed. */
interface CommissionPart {
  request: AcceptedRequest;
  createdAt: string;
  /** The checks that decide whether the work is done. */
  checks: readonly AcceptanceCheck[];
  /** True if the worker changes no files of the project except documents. */
  readOnly: boolean;
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
  summary: string | null;
  questions: readonly { question: string; askedAt: string; callKey: string }[];
  submission: Submission | null;
  /** The job that was last sent to a guild member, or was about to be. */
  job: MemberJob | null;
  /** Why the commission last went back to wait for another workbench; `null` if it never did. */
  loss: { at: string; cause: ReturnCause; message: string } | null;
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
  /** The words that people said to the commission under way, oldest first; a note is named by its position, from 1. */
  notes: readonly SaidNote[];
  /** Which notes and answers the worker was given, and which it has heard. */
  heardWords: HeardWords;
  /** The worker's latest answer to each comment with which the work was sent back, by the comment's number. */
  commentAnswers: ReadonlyMap<number, { outcome: CommentOutcome; answer: string }>;
  /** The destination of the finished work. */
  land: LandMode;
  /** The place of the commission's record. */
  recordMode: RecordMode;
  /** How the commits of the work look; `null` if the project's settings did not say at the first dispatch. */
  commitStyle: CommitSettings | null;
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

/** Whether a workbench of this commission may be alive, and more facts of its session are expected. */
export function isAtWork(commission: Commission): boolean {
  return isRunning(commission) && commission.record.end === null && commission.record.plan === null;
}
