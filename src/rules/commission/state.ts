// What a ledger says about one commission. One shape per status, so that impossible combinations do not type-check.
import type { AcceptedRequest, SandboxLevel } from "../../contract/commission/commission.ts";
import type { CarriedWork, FinishPlan, Outcome, ReturnCause } from "../../contract/commission/events.ts";
import type { ArtifactRef, LeftArtifact, SessionEnd, Tokens } from "../../contract/commission/facts.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import type { MemberName } from "../../contract/member/member.ts";
import type { ChoreOutcome } from "../../contract/memory/memory.ts";
import type { SetUpRun, SetUpWait } from "../../contract/project/set-up.ts";
import type { AcceptanceCheck, CheckResult, TreeOutcome, TreePlan } from "../../contract/project/tree.ts";
import type { Decision } from "../../contract/commission/meta.ts";
import type { SpentHour } from "../../contract/commission/spending.ts";
import type { SentRequest } from "./lost-requests.ts";

/** What has become known on the way, whatever the status. */
export interface Dossier {
  request: AcceptedRequest;
  createdAt: string;
  startedAt: string | null;
  sandbox: SandboxLevel | null;
  limits: Limits | null;
  model: string | null;
  sessionId: string | null;
  /** The number of the latest workbench; 0 before the first. */
  bench: number;
  /** How far that workbench's journal has been read. */
  benchSeq: number;
  /** Who that workbench said it is, once it had its lock. */
  process: { pid: number; startTime: string; bootId: string } | null;
  /** When that workbench said so, and when it was last heard of. */
  heard: { first: string; last: string } | null;
  /** How long earlier sessions were at work. */
  workedMs: number;
  /** What it works on; null: a plain directory, or it was never dispatched. */
  tree: TreePlan | null;
  /** What decides whether its work is done. */
  checks: readonly AcceptanceCheck[];
  /** Its worker changes no files of the project. */
  readOnly: boolean;
  /** How the project's set-up came out, the last time it was run. */
  setup: SetUpRun | null;
  /** What a person has to approve before the set-up gets the network; null: it waits for nothing of that kind. */
  approve: SetUpWait | null;
  /** The work that was taken for done last, and how the checks of it have come out so far. */
  proof: Proof | null;
  /** Set while its work is done and waits to be checked together with the integration branch, or is. */
  landing: Landing | null;
  /** The work that went back to its worker, with what its checks said. */
  refutation: Proof | null;
  /** Why its work has gone on from another base since; null: it never has. */
  carried: (CarriedWork & { isDone: boolean }) | null;
  /** How often its checks failed, alone or merged, and it went back to its worker. */
  returns: number;
  resumes: number;
  /** Workbenches that never got as far as their lock. */
  falseStarts: number;
  summary: string | null;
  turns: number;
  failedTurns: number;
  tokens: Tokens;
  contextTokens: number;
  /** null once a request went to a model whose price is not known. */
  costUsd: number | null;
  budgetUsd: number;
  /** Oldest first; nothing of a rehearsal. */
  spent: readonly SpentHour[];
  /** Requests to the model that are under way, and in no sum yet. */
  sent: readonly SentRequest[];
  /** What its worker said, reported or called last. */
  latest: LatestWord | null;
  questions: readonly { question: string; askedAt: string; callKey: string }[];
  decisions: readonly (Decision & { at: string; callKey: string })[];
  submission: Submission | null;
  /** The job that was sent to a guild member last, or was about to be. */
  job: MemberJob | null;
  /** Whether it has read words of strangers by now. */
  tainted: boolean;
  /** Calls that have not returned, oldest first. */
  runningTools: readonly RunningTool[];
  /** Calls that were running when a workbench was cut off: until the model has answered since, it may not know of them. */
  cutOff: readonly RunningTool[];
  /** What the workbench has begun to do to the world, and has not heard the end of. */
  acts: readonly Act[];
  /** Acts of earlier workbenches whose end was never heard: until one is begun again, nobody knows whether it happened. */
  unknownActs: readonly Act[];
  /** How the latest session ended, while it still matters. */
  end:
    SessionEnd | { how: "lost"; began: boolean; message: string; storage?: boolean; hung?: boolean } | null;
  /** Why it last went back to wait for another workbench. */
  loss: { at: string; cause: ReturnCause; message: string } | null;
  /** Somebody asked that its workbench stop and that a later hall go on with it. */
  stopRequested: boolean;
  cancel: { by: string; reason: string } | null;
  plan: FinishPlan | null;
  /** When that was, and how many answers there were: what is made of the ledger then does not change any more. */
  planned: { at: string; answers: number } | null;
  /** The move of the integration branch that was planned last. */
  merge: { into: string; expected: string; commit: string; tip: string } | null;
  applied: {
    artifacts: readonly string[];
    problems: readonly string[];
    /** Only of a chore. */
    chore: ChoreOutcome | null;
    /** Only of one with a worktree. */
    tree: TreeOutcome | null;
    /** The SHA-256 of artifacts, by their path; absent where there are none, or an older release finished it. */
    hashes?: Readonly<Record<string, string>>;
  } | null;
  /** What people said to its questions, by their number, latest last. */
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
  /** How the session ended that did the work. */
  end: SessionEnd;
  /** What was there then, as a tree of git; null: it has no worktree. */
  snapshot: string | null;
  /** The tree that is checked, and committed if the checks pass: the snapshot with the record of the commission. */
  tree: string | null;
  /** False: it is the base. */
  changed: boolean;
  /** Whether it changed documents under `.lore/` and nothing else. */
  documents: boolean;
  /** What was not played of its rehearsal; null: nothing, or there is none. */
  unplayed: string | null;
  runs: readonly CheckResult[];
  /** How the same checks came out on the base, where that matters. */
  base: readonly CheckResult[];
}

/** The finished work together with the integration branch. */
export interface Landing {
  /** Where the integration branch was, and the tree that git made; null: it has not been tried yet. */
  tried: { expected: string; tree: string | null } | null;
  runs: readonly CheckResult[];
  /** How the same checks came out on the integration branch without the work, where that matters. */
  tip: readonly CheckResult[];
  /** A commit of the integration branch that fails by itself what fails with the work in it. */
  redTip: string | null;
}

export interface RunningTool {
  callId: string;
  tool: string;
  /** The beginning of what it was called with. */
  input: string;
  since: string;
}

export interface Act {
  callKey: string;
  tool: string;
  inputHash: string;
  /** The beginning of what it was called with, where that is known. */
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
  /** Its checks failed, and its worker was told so: it no longer says that the work is done. */
  refuted: boolean;
}

export interface MemberJob {
  member: MemberName;
  /** The name that the member was told for it, by which it is found again. */
  hallCommission: string;
  /** The workbench that sent it, or went on with it last. */
  bench: number;
  /** null: nobody knows whether it got there. */
  jobId: string | null;
}

export type Commission =
  | { status: "pending"; record: Dossier; notBefore: string | null }
  | { status: "blocked"; record: Dossier; waitingFor: readonly string[] }
  | { status: "dispatched"; record: Dossier }
  | { status: "in_progress"; record: Dossier }
  | { status: "paused"; record: Dossier; until: string }
  | Ended;

export type Ended = {
  [S in Outcome["status"]]: {
    status: S;
    record: Dossier;
    outcome: Extract<Outcome, { status: S }>;
    endedAt: string;
  };
}[Outcome["status"]];

export function isEnded(commission: Commission): commission is Ended {
  return (
    commission.status === "completed" || commission.status === "failed" || commission.status === "cancelled"
  );
}

/** A workbench may be alive: a slot is taken. */
export function isRunning(commission: Commission): boolean {
  return commission.status === "dispatched" || commission.status === "in_progress";
}

export function newDossier(request: AcceptedRequest, createdAt: string): Dossier {
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
