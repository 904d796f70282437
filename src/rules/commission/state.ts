// One commission as its ledger tells it. One shape per status, so that impossible combinations do not type-check.
import type { AcceptedRequest, SandboxLevel } from "../../contract/commission/commission.ts";
import type {
  CarriedWork,
  CommissionOutcome,
  FinishPlan,
  ReturnCause,
} from "../../contract/commission/events.ts";
import type { ArtifactRef, LeftArtifact, SessionEnd, Tokens } from "../../contract/commission/facts.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import type { MemberName } from "../../contract/member/member.ts";
import type { ChoreOutcome } from "../../contract/memory/memory.ts";
import type { SetUpRun, SetUpWait } from "../../contract/project/set-up.ts";
import type { AcceptanceCheck, CheckResult, TreeOutcome, TreePlan } from "../../contract/project/tree.ts";
import type { Decision } from "../../contract/commission/meta.ts";
import type { SpentHour } from "../../contract/commission/spending.ts";
import type { SentRequest } from "./lost-requests.ts";

/** What is known so far, in any status. */
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
  /** The last line of that workbench's journal that has been read. */
  benchSeq: number;
  /** The process of that workbench, once it had its lock. */
  process: { pid: number; startTime: string; bootId: string } | null;
  /** From when that workbench counts as at work, and the time of its latest fact. */
  heard: { first: string; last: string } | null;
  /** How long earlier sessions were at work. */
  workedMs: number;
  /** What it works on; `null` if it has a plain directory, or was never dispatched. */
  tree: TreePlan | null;
  /** The checks that decide whether its work is done. */
  checks: readonly AcceptanceCheck[];
  /** Its worker changes no files of the project. */
  readOnly: boolean;
  /** The outcome of the last run of the project's set-up. */
  setup: SetUpRun | null;
  /** What a person must approve before the set-up gets the network; `null` if no approval is needed. */
  approve: SetUpWait | null;
  /** The work that last counted as done, and how its checks came out so far. */
  proof: Proof | null;
  /** Set while its work is done and waits to be checked together with the integration branch, or is being checked. */
  landing: Landing | null;
  /** The work that went back to its worker, with the outcome of its checks. */
  refutation: Proof | null;
  /** The move of its work to another base; `null` if that never happened. */
  carried: (CarriedWork & { isDone: boolean }) | null;
  /** How often it went back to its worker because its checks failed, alone or merged. */
  returns: number;
  resumes: number;
  /** Workbenches that never took their lock. */
  falseStarts: number;
  summary: string | null;
  turns: number;
  failedTurns: number;
  tokens: Tokens;
  contextTokens: number;
  /** `null` once a request went to a model whose price is not known. */
  costUsd: number | null;
  budgetUsd: number;
  /** Oldest first; empty for a rehearsal. */
  spent: readonly SpentHour[];
  /** Requests to the model that are in flight and not in any sum yet. */
  sent: readonly SentRequest[];
  /** The worker's latest message, report or tool call. */
  latest: LatestWord | null;
  questions: readonly { question: string; askedAt: string; callKey: string }[];
  decisions: readonly (Decision & { at: string; callKey: string })[];
  submission: Submission | null;
  /** The job that was last sent to a guild member, or was about to be. */
  job: MemberJob | null;
  /** Whether it has read words of strangers. */
  tainted: boolean;
  /** Calls that have not returned, oldest first. */
  runningTools: readonly RunningTool[];
  /** Calls that were running when a workbench was cut off: the model may not know of them until its next answer. */
  cutOff: readonly RunningTool[];
  /** Acts on the outside world that the workbench has begun and not ended. */
  acts: readonly OutwardAct[];
  /** Acts of earlier workbenches that may or may not have happened, until they are begun again. */
  unknownActs: readonly OutwardAct[];
  /** How the latest session ended, while it still matters. */
  end:
    SessionEnd | { how: "lost"; began: boolean; message: string; storage?: boolean; hung?: boolean } | null;
  /** Why it last went back to wait for another workbench. */
  loss: { at: string; cause: ReturnCause; message: string } | null;
  /** A person stopped its workbench; a later hall resumes it. */
  stopRequested: boolean;
  cancel: { by: string; reason: string } | null;
  plan: FinishPlan | null;
  /** When it was planned, and the number of answers then, so that each retry of the finish makes the same commit. */
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
    /** The SHA-256 of artifacts, by their path; absent if there are none, or an older release finished it. */
    hashes?: Readonly<Record<string, string>>;
  } | null;
  /** People's answers to its questions, by number, latest last. */
  answers: readonly Answer[];
}

export interface Answer {
  number: number;
  answer: string;
  by: string;
  at: string;
}

export type LatestWord = { at: string } & ({ said: string } | { tool: string; input: string });

export interface Proof {
  /** How the session that did the work ended. */
  end: SessionEnd;
  /** The content of the worktree then, as a git tree; `null` if it has no worktree. */
  snapshot: string | null;
  /** The snapshot with the record of the commission added: it is checked, and committed if the checks pass. */
  tree: string | null;
  /** False if the snapshot equals the base. */
  changed: boolean;
  /** Whether it changed documents under `.lore/` and nothing else. */
  documents: boolean;
  /** The part of its rehearsal that was not played; `null` if all of it was, or there is none. */
  unplayed: string | null;
  runs: readonly CheckResult[];
  /** How the same checks came out on the base, if that matters. */
  base: readonly CheckResult[];
}

/** The finished work merged with the integration branch. */
export interface Landing {
  /** The tip of the integration branch, and the merged tree; `null` if the merge has not been tried yet. */
  tried: { expected: string; tree: string | null } | null;
  runs: readonly CheckResult[];
  /** How the same checks came out on the integration branch without the work, if that matters. */
  tip: readonly CheckResult[];
  /** A commit of the integration branch that fails the same checks without the work. */
  redTip: string | null;
}

export interface RunningTool {
  callId: string;
  tool: string;
  /** The beginning of its input. */
  input: string;
  since: string;
}

export interface OutwardAct {
  callKey: string;
  tool: string;
  inputHash: string;
  /** The beginning of its input, if known. */
  input: string;
}

export interface Submission {
  summary: string;
  output: string | null;
  artifacts: readonly ArtifactRef[];
  /** Names of files that stay at a guild member. */
  memberArtifacts: readonly string[];
  /** Why each of them was not fetched. */
  leftArtifacts: readonly LeftArtifact[];
  /** Its checks failed, and its worker was told: it no longer claims that the work is done. */
  refuted: boolean;
}

export interface MemberJob {
  member: MemberName;
  /** The name that the member was given for the job, by which the hall finds it again. */
  hallCommission: string;
  /** The workbench that sent it, or last resumed it. */
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

/** Whether a workbench may be alive: a slot is taken. */
export function isRunning(commission: Commission): boolean {
  return commission.status === "dispatched" || commission.status === "in_progress";
}

export function newCommissionRecord(request: AcceptedRequest, createdAt: string): CommissionRecord {
  return {
    request,
    createdAt,
    startedAt: null,
    sandbox: null,
    limits: null,
    model: null,
    sessionId: null,
    bench: 0,
    benchSeq: 0,
    process: null,
    heard: null,
    workedMs: 0,
    tree: null,
    checks: [],
    readOnly: false,
    setup: null,
    approve: null,
    proof: null,
    landing: null,
    refutation: null,
    carried: null,
    returns: 0,
    resumes: 0,
    falseStarts: 0,
    summary: null,
    turns: 0,
    failedTurns: 0,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextTokens: 0,
    costUsd: 0,
    budgetUsd: 0,
    spent: [],
    sent: [],
    latest: null,
    questions: [],
    decisions: [],
    submission: null,
    job: null,
    tainted: request.untrusted,
    runningTools: [],
    cutOff: [],
    acts: [],
    unknownActs: [],
    end: null,
    loss: null,
    stopRequested: false,
    cancel: null,
    plan: null,
    planned: null,
    merge: null,
    applied: null,
    answers: [],
  };
}
