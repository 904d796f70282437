// A course is all that is known of one run of a worker, whatever the run is for: the plan with which it began, and what
// its workbenches have reported since. The record of a commission is a course and the commission's own part.
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import type { InstructionsPlan } from "../../contract/commission/instructions.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import type { Decision } from "../../contract/commission/meta.ts";
import type { SpentHour } from "../../contract/commission/spending.ts";
import type { Tokens } from "../../contract/course/model-request.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import type { SetUpRun } from "../../contract/project/set-up.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { SentRequest } from "./lost-requests.ts";

export interface Course {
  /** Whether a script plays the model, so that nothing is spent. */
  isRehearsed: boolean;
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
  /** The branch that the worker works on; `null` if it works in a plain directory, or was never dispatched. */
  tree: TreePlan | null;
  /** The outcome of the last run of the project's set-up; `null` if it never ran. */
  setup: SetUpRun | null;
  /** The commit of the person's branch whose instructions the worker is told; `null` if it is told none. */
  instructions: InstructionsPlan | null;
  /** The hosts that the worker's commands may reach, as planned at the first dispatch, and whether they were opened. */
  shell: { hosts: readonly AllowedHost[]; isOpened: boolean };
  resumes: number;
  /** How many workbenches never took their lock. */
  falseStarts: number;
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
  decisions: readonly (Decision & { at: string; callKey: string })[];
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
  /** How the latest session ended; `null` before that, and once the run waits for another workbench. */
  end: SessionEnd | LostBench | null;
  /** Whether a person asked to stop the workbench; the next hall resumes the run. */
  stopRequested: boolean;
}

/** A workbench that ended without a report. */
export interface LostBench {
  how: "lost";
  /** False if it never took its lock, so that no session can have begun. */
  began: boolean;
  message: string;
  /** True if the disk could not be written when it wanted to record its end. */
  storage?: boolean;
  /** True if the hall killed it, because it did not take its lock in time. */
  hung?: boolean;
}

export type LatestWord = { at: string } & ({ said: string } | { tool: string; input: string });

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

/** Returns a course before its first workbench. */
export function newCourse({ isRehearsed, tainted }: Pick<Course, "isRehearsed" | "tainted">): Course {
  return {
    isRehearsed,
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
    setup: null,
    instructions: null,
    shell: { hosts: [], isOpened: false },
    resumes: 0,
    falseStarts: 0,
    turns: 0,
    failedTurns: 0,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextTokens: 0,
    costUsd: 0,
    budgetUsd: 0,
    spent: [],
    sent: [],
    latest: null,
    decisions: [],
    tainted,
    runningTools: [],
    cutOff: [],
    acts: [],
    unknownActs: [],
    end: null,
    stopRequested: false,
  };
}
