// Lists the commissions that need a person, and why. Cancelled commissions, and those that another one continues, need
// none.
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { FailureReason } from "../../contract/commission/events.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { Cause, NeedWords } from "./attention.ts";
import { sealOf } from "./seal.ts";
import { workerShown } from "./worker-name.ts";

type WorkKind = "question" | "setup" | "refuted" | "conflict" | "failed";

export interface Work {
  /** Newest first. */
  summaries: Iterable<CommissionSummary>;
  isContinued(id: CommissionId): boolean;
}

export function workCauses({ summaries, isContinued }: Work): Cause[] {
  const causes: Cause[] = [];
  const scopes = new Set<string>();
  for (const summary of summaries) {
    // The hall repeats its own chores by itself, so only the latest chore of a scope of memory counts.
    const isOld = summary.chore !== null && isKnown(scopes, summary.chore.scope);
    const kinds = isOld ? [] : needsOf(summary);
    if (kinds.length === 0 || isContinued(summary.id)) continue;
    for (const kind of kinds) causes.push(causeOf(kind, summary));
  }
  return causes;
}

function isKnown(scopes: Set<string>, scope: string): boolean {
  return scopes.size === scopes.add(scope).size;
}

const none: readonly WorkKind[] = [];

/** Returns what in a commission needs a person. Ignores whether another commission continues it. */
export function needsOf(summary: CommissionSummary): readonly WorkKind[] {
  const asks = summary.openQuestions > 0;
  const bad = badEnd(summary);
  const waits = summary.approve !== null && summary.status === "blocked";
  if ((!asks && !waits && bad === null) || isCalledOff(summary)) return none;
  return [
    ...(asks ? (["question"] as const) : []),
    ...(waits ? (["setup"] as const) : []),
    ...(bad === null ? [] : [bad]),
  ];
}

function badEnd(summary: CommissionSummary): WorkKind | null {
  if (summary.status === "failed") return "failed";
  const seal = sealOf(summary);
  return seal === "refuted" || seal === "conflict" ? seal : null;
}

/** Whether a commission was cancelled, or is being cancelled. If it ended before that, its end counts. */
function isCalledOff({ status, cancelRequested }: CommissionSummary): boolean {
  return status === "cancelled" || (cancelRequested && !isEndedStatus(status));
}

/** Whether a commission cannot proceed in a hall without credentials. A rehearsal needs none. */
export function needsKey({ status, rehearsed, cancelRequested }: CommissionSummary): boolean {
  return !rehearsed && !cancelRequested && (status === "pending" || status === "paused");
}

function causeOf(kind: WorkKind, summary: CommissionSummary): Cause {
  const { id, asked, endedAt, approve, startedAt } = summary;
  const words = () => wordsOf(kind, summary);
  // The tree is part of the key, because other files to approve are a new cause.
  if (kind === "setup")
    return { key: `setup:${id}:${approve?.slice(0, 12) ?? ""}`, kind, since: startedAt, words };
  if (kind !== "question") return { key: `${kind}:${id}`, kind, since: endedAt, words };
  // The count is part of the key, because another question is a new cause.
  return { key: `question:${id}:${asked?.count ?? 0}`, kind, since: asked?.lastAt ?? endedAt, words };
}

function wordsOf(kind: WorkKind, summary: CommissionSummary): NeedWords {
  const { id: commission, worker, project, rehearsed } = summary;
  const { approve } = summary;
  const asked = kind === "setup" && approve !== null ? { approve } : {};
  return { ...said[kind](summary), commission, worker, project, rehearsed, ...asked };
}

type Said = Pick<NeedWords, "title" | "detail">;

const said: Readonly<Record<WorkKind, (summary: CommissionSummary) => Said>> = {
  question: (summary) => ({ title: questionOf(summary), detail: askedBy(summary) }),
  setup: (summary) => ({
    title: `${named(summary)} waits for you to approve its set-up`,
    detail: joined(
      "its set-up needs the network, and its files are not as your branch has them",
      `look at them with "guild-hall project approve ${summary.project} ${summary.approve}"`,
    ),
  }),
  refuted: (summary) => ({
    title: `${named(summary)} does not pass its checks`,
    detail: joined(summary.against ?? summary.anomaly ?? "they failed", fate(summary)),
  }),
  conflict: (summary) => ({
    title: `Conflict with ${summary.branch?.into ?? "the integration branch"} in ${named(summary)}`,
    detail: joined(
      summary.against ?? "both sides changed",
      "nothing merged",
      `redispatch to have it brought over to ${summary.branch?.into ?? "the integration branch"} as it is now`,
    ),
  }),
  failed: (summary) => ({
    title: `${named(summary)} ${failures[summary.error?.code ?? "crashed"]}`,
    detail: joined(summary.error?.message ?? "no reason is on record", fate(summary)),
  }),
};

function named({ title }: CommissionSummary): string {
  return `“${title}”`;
}

function questionOf(summary: CommissionSummary): string {
  const { openQuestions, asks } = summary;
  if (asks !== null) return asks; // it is `null` in files of older releases
  return openQuestions === 1
    ? `A question about ${named(summary)}`
    : `${openQuestions} questions about ${named(summary)}`;
}

function askedBy(summary: CommissionSummary): string {
  const { worker, endedAt, openQuestions } = summary;
  const how = endedAt === null ? "asks while at work on" : "asked while at work on";
  const then = endedAt === null ? "it goes on without an answer" : "it went on without an answer";
  const more = openQuestions - 1;
  return joined(
    `${workerShown(worker)} ${how} ${named(summary)}`,
    then,
    ...(more === 0 ? [] : [`${more} more ${more === 1 ? "is" : "are"} open`]),
  );
}

function fate({ branch }: CommissionSummary): string | null {
  return branch?.state === "kept" ? "branch kept" : null;
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(" · ");
}

const failures: Readonly<Record<FailureReason, string>> = {
  no_result: "came back without a result",
  crashed: "crashed",
  turns: "ran out of turns",
  budget: "spent all its money",
  wall_clock: "ran out of time",
  memory: "took more memory than it may",
  disk: "took more of the disk than it may",
  files: "made more files than it may",
  activation: "could not be started",
  setup: "stopped at the project's set-up",
  member: "was not finished by its guild member",
  api: "was refused by the model's server",
  quota: "ran out of quota",
  rehearsal: "did not go as rehearsed",
};
