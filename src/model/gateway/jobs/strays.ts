// Serves the jobs of one guild member that belong to no commission (strays). Each has an account within the hall's own
// limits, and its cost is recorded with the member.
import type { CourseFact } from "../../../contract/course/course-facts.ts";
import type { Handoff } from "../../../contract/home/handoff.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import { noJob } from "../../../contract/member/spend.ts";
import { refusal } from "../answers.ts";
import type { ModelAnswer } from "../deliver.ts";
import {
  type ModelAccess,
  type ModelAccessDeps,
  type ModelAccessOrder,
  openModelAccess,
} from "../model-access.ts";
import type { JobRequest } from "./job-header.ts";
import type { RequestOrder } from "../order-check.ts";
import type { SpendBook } from "./spend-file.ts";

export interface StraysDeps extends Omit<ModelAccessDeps, "record">, Pick<ModelAccessOrder, "timing"> {
  handoff: Handoff;
  spend: SpendBook;
  limits(): ModelAccessOrder["limits"];
  /** Returns whether the member's manifest says that it searches the web. */
  maySearch(member: MemberName): Promise<boolean>;
  /** Reports that the credential's quota is spent, as the model endpoint says. */
  quotaSpent(refused: { resetAt: string; message: string }): void;
}

export interface Strays {
  answer(request: JobRequest, signal: AbortSignal): Promise<ModelAnswer>;
  close(): Promise<void>;
}

/** The most accounts in memory. Idle ones are dropped first and restored from disk. */
export const mostStrays = 32;

interface State {
  deps: StraysDeps;
  member: MemberName;
  /** The most recently used comes last. */
  strays: Map<string, Stray>;
}

interface Stray {
  access: Promise<ModelAccess>;
  /** `null` until `access` has resolved. */
  opened: ModelAccess | null;
  /** How many requests use this account and are not answered yet. */
  asking: number;
  isQuotaTold: boolean;
}

export function createStrays(deps: StraysDeps, member: MemberName): Strays {
  const state: State = { deps, member, strays: new Map() };
  return {
    answer: (request, signal) => answer(state, request, signal),
    close: async () => {
      const open = [...state.strays.values()].flatMap(({ opened }) => opened ?? []);
      await Promise.all(open.map((access) => access.close()));
    },
  };
}

async function answer(state: State, { jobId, asked }: JobRequest, signal: AbortSignal): Promise<ModelAnswer> {
  if (state.deps.handoff.credential === null) return whole(noCredential(state.member));
  const stray = find(state, jobId);
  if (stray === undefined) return whole(tooMany(state.member));
  stray.asking += 1;
  try {
    const access = await stray.access;
    const answered = await access.answer(asked, signal);
    tellQuota(state.deps, stray);
    return answered;
  } finally {
    stray.asking -= 1;
  }
}

function whole(response: Response): ModelAnswer {
  return { response, settled: Promise.resolve() };
}

/** Returns what a member may ask for: any model within the budget, and tools of any name that it runs itself. */
export function memberOrder({ maySearch }: Pick<StraysDeps, "maySearch">, member: MemberName): RequestOrder {
  return { tools: null, models: "any", maySearch: () => maySearch(member) };
}

/** Returns the account of a job; `undefined` if too many are in use. */
function find(state: State, jobId: string): Stray | undefined {
  const { strays } = state;
  const known = strays.get(jobId);
  if (known !== undefined && isStale(known, jobId)) strays.delete(jobId);
  if (!strays.has(jobId) && !makeRoom(strays)) return undefined;
  const stray = strays.get(jobId) ?? begin(state, jobId);
  strays.delete(jobId);
  strays.set(jobId, stray);
  return stray;
}

function isIdle({ asking, opened }: Stray): boolean {
  return asking === 0 && opened?.isIdle() === true;
}

/**
 * Returns whether to replace the account for requests that name no job. Many sessions share it, so a verdict
 * that ended one of them must not end the next, unless a limit is spent.
 */
function isStale(stray: Stray, jobId: string): boolean {
  const how = stray.opened?.verdict()?.how;
  return jobId === noJob && isIdle(stray) && how !== undefined && how !== "turns" && how !== "budget";
}

/** Drops an idle account if there are too many. Returns false if all of them are in use. */
function makeRoom(strays: State["strays"]): boolean {
  if (strays.size < mostStrays) return true;
  const idle = [...strays].find(([, stray]) => isIdle(stray));
  return idle !== undefined && strays.delete(idle[0]);
}

function begin(state: State, jobId: string): Stray {
  const access = open(state, jobId);
  const stray: Stray = { access, opened: null, asking: 0, isQuotaTold: false };
  access.then(
    (opened) => void (stray.opened = opened),
    () => state.strays.get(jobId) === stray && state.strays.delete(jobId),
  );
  return stray;
}

async function open(state: State, jobId: string): Promise<ModelAccess> {
  const { deps, member } = state;
  const { clock, send, timing, handoff } = deps;
  const spent = await deps.spend.spentBy(member, jobId);
  const record = (fact: CourseFact) => recordSpend(deps.spend, { member, jobId }, fact);
  return openModelAccess(
    { clock, send, record },
    {
      model: { mode: "forward", handoff },
      limits: deps.limits(),
      spent,
      timing,
      whose: whoseOf(jobId),
      // Many sessions may share the account indefinitely.
      mostFailures: null,
      ordered: memberOrder(deps, member),
    },
  );
}

function whoseOf(jobId: string): string {
  return jobId === noJob
    ? "The guild member's account for requests that name no job (x-guild-job)"
    : "A job that belongs to no commission";
}

/** Records only answers, which cost something: the caller hears of a failure anyway. */
export async function recordSpend(
  spend: Pick<SpendBook, "append">,
  { member, jobId }: { member: MemberName; jobId: string },
  fact: CourseFact,
): Promise<void> {
  if (fact.type !== "model.answered") return;
  const { kind, model, tokens, costUsd, budgetUsd, whole } = fact;
  await spend.append(member, { jobId, kind, model, tokens, costUsd, budgetUsd, whole });
}

function tellQuota(deps: StraysDeps, stray: Stray): void {
  const verdict = stray.opened?.verdict();
  if (verdict?.how !== "quota" || stray.isQuotaTold) return;
  stray.isQuotaTold = true;
  deps.quotaSpent({ resetAt: verdict.resetAt, message: verdict.message });
}

function noCredential(member: MemberName): Response {
  const message = `This job of "${member}" belongs to no commission, and the hall has no credential for it: it was started without one. Start the hall with ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN set, or give "member:${member}" a commission with a rehearsal.`;
  return refusal(402, "no_model", message);
}

function tooMany(member: MemberName): Response {
  const message = `"${member}" has sent requests for ${mostStrays} jobs at once that belong to no commission, and may not add another.`;
  return refusal(402, "limit_reached", message);
}
