// Shows an ended commission whose ledger cannot be read, from the files that were derived from the ledger.
// Details that only the ledger holds are left out, and the answer says that the ledger is damaged.
import { z } from "zod";
import type { CommissionResult } from "../../contract/api/api.ts";
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import { commissionConfig } from "../../contract/commission/commission.ts";
import { type CommissionSummary, decision } from "../../contract/commission/meta.ts";
import { done, type Outcome, refuse } from "../../contract/api/problem.ts";
import { parseAnswers, parseQuestions } from "./questions-file.ts";
import type { Surroundings } from "./show.ts";

/** The text of each file; `null` if the file is missing or was changed. */
export interface DerivedFiles {
  task: string | null;
  config: string | null;
  questions: string | null;
  decisions: string | null;
  result: string | null;
}

interface Left extends DerivedFiles {
  summary: CommissionSummary;
  damage: string;
}

export function detailOfDerived(left: Left, around: Omit<Surroundings, "work">): CommissionDetail {
  const { summary, damage } = left;
  const { directory, waitingFor, continuedBy } = around;
  return {
    ...summary,
    damage,
    waitingFor,
    continuedBy,
    task: left.task ?? "",
    config: parsed(commissionConfig, left.config) ?? {},
    memberConfig: null,
    questions: questionsIn(left),
    decisions: (parsed(z.array(decision), left.decisions) ?? []).map((each) => ({
      ...each,
      at: lastAt(left),
    })),
    tree: null,
    setup: null,
    afterEnd: null,
    sentBack: null,
    checks: [],
    attachments: [],
    keepWorktree: false,
    limits: null,
    refusals: {
      cancel: null,
      redispatch: damage,
      remove: { refusal: null, toTrash: summary.status === "failed" },
    },
    lastLoss: null,
    runningTool: null,
    memberJob: null,
    problems: [damage],
    choreOutcome: null,
    model: null,
    modelChoice: null,
    bench: 0,
    directory,
    disk: null,
  };
}

export function resultOfDerived({ summary, result, damage }: Left): Outcome<CommissionResult> {
  const { id, status, trust, endedBy } = summary;
  if (status !== "completed")
    return refuse("wrong_state", `The commission is ${status.replace("_", " ")}: it has no result.`);
  if (result === null || trust === null || endedBy === null)
    return refuse("damaged", `${damage} Its result.md is missing or damaged too.`);
  const said = { summary: summary.summary ?? "", output: result, endedBy, trust };
  return done({ id, ...said, artifacts: null, memberArtifacts: null, damage });
}

/**
 * Returns the questions with the end of the commission as their time, because the file does not say when each was
 * asked.
 */
function questionsIn(left: Left): CommissionDetail["questions"] {
  const answers = parseAnswers(left.questions ?? "");
  return parseQuestions(left.questions ?? "").map((question, i) => {
    return { question, askedAt: lastAt(left), answer: answers[i]?.at(-1) ?? null };
  });
}

function lastAt({ summary }: Left): string {
  return summary.endedAt ?? summary.createdAt;
}

function parsed<T>(schema: z.ZodType<T>, text: string | null): T | null {
  try {
    return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}
