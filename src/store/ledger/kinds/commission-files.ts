// Makes the files that people and agents read in a commission's directory, and reads some of them back for a
// commission whose ledger cannot be read.
import type { CommissionLayout } from "../../../contract/home/home-layout.ts";
import { type Commission, isEnded } from "../../../rules/commission/state.ts";
import { commissionDocument } from "../../../rules/project/commission-document.ts";
import { formatComments } from "../../../rules/show/comments-file.ts";
import { formatQuestions } from "../../../rules/show/questions-file.ts";
import { wordsOf } from "../../../rules/show/show.ts";
import type { DerivedFiles } from "../../../rules/show/show-derived.ts";

/** Returns the text of each file, by path. */
export function commissionFiles(layout: CommissionLayout, commission: Commission): Map<string, string> {
  const { record } = commission;
  const files = new Map<string, string>();
  files.set(layout.task, record.request.task);
  const { config, memberConfig } = record.request;
  files.set(layout.config, json({ ...config, ...(memberConfig && { memberConfig }) }));
  if (record.summary !== null) files.set(layout.status, record.summary);
  if (record.questions.length > 0)
    files.set(
      layout.questions,
      formatQuestions(
        record.questions.map((q) => q.question),
        record.answers,
      ),
    );
  const { sentBack } = record.request;
  if (sentBack) files.set(layout.comments, formatComments(sentBack, record));
  if (record.decisions.length > 0) {
    files.set(
      layout.decisions,
      json(record.decisions.map(({ question, decision, reasoning }) => ({ question, decision, reasoning }))),
    );
  }
  if (isEnded(commission) && (record.submission || commission.status === "completed")) {
    files.set(layout.result, wordsOf(commission).output);
  }
  if (isEnded(commission) && record.tree !== null)
    files.set(layout.record, commissionDocument(record, commission.outcome));
  return files;
}

export async function readCommissionFiles(
  layout: CommissionLayout,
  read: (path: string) => Promise<string | null>,
): Promise<DerivedFiles> {
  const [task, config, questions, decisions, result] = await Promise.all([
    read(layout.task),
    read(layout.config),
    read(layout.questions),
    read(layout.decisions),
    read(layout.result),
  ]);
  return { task, config, questions, decisions, result };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
