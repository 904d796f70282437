// Jobs of one member that belong to no commission: each has an account within the hall's own limits, and what it cost
// is kept with the member.
import type { FactBody } from "../contract/facts.ts";
import type { Handoff } from "../contract/handoff.ts";
import type { MemberName } from "../contract/member.ts";
import { noJob } from "../contract/spend.ts";
import { refusal } from "./answers.ts";
import { type Desk, type DeskDeps, type DeskOrder, openDesk } from "./desk.ts";
import type { Answering } from "./job-book.ts";
import type { SpendBook } from "./spend-book.ts";

export interface StraysDeps extends Omit<DeskDeps, "record">, Pick<DeskOrder, "timing"> {
  handoff: Handoff;
  spend: SpendBook;
  limits(): DeskOrder["limits"];
  /** The credential's quota is spent, as the model's address says. */
  quotaSpent(refused: { resetAt: string; message: string }): void;
}

export interface Strays {
  find(jobId: string): Promise<Answering>;
  close(): Promise<void>;
}

/** Accounts in memory; those that nothing is asked for go first, and are found again on disk. */
export const mostStrays = 32;

interface State {
  deps: StraysDeps;
  member: MemberName;
  /** The latest used last. */
  desks: Map<string, Promise<StrayDesk>>;
  /** Those of them that are not being opened. */
  ready: Map<string, StrayDesk>;
}

interface StrayDesk extends Desk {
  isQuotaTold: boolean;
}

export function createStrays(deps: StraysDeps, member: MemberName): Strays {
  const state: State = { deps, member, desks: new Map(), ready: new Map() };
  return {
    find: (jobId) => find(state, jobId),
    close: async () => void (await Promise.all([...state.ready.values()].map((desk) => desk.close()))),
  };
}

async function find(state: State, jobId: string): Promise<Answering> {
  if (state.deps.handoff.credential === null) return noCredential(state.member);
  if (isStale(state, jobId)) drop(state, jobId);
  if (!state.desks.has(jobId) && !makeRoom(state)) return tooMany(state.member);
  const opening = state.desks.get(jobId) ?? open(state, jobId);
  state.desks.delete(jobId);
  state.desks.set(jobId, opening);
  const desk = await opening;
  return { answer: (asked, signal) => tellQuota(state.deps, desk, desk.answer(asked, signal)) };
}

/** Many sessions may share the account without a name: what ended one of them does not end the next. */
function isStale({ ready }: State, jobId: string): boolean {
  const desk = ready.get(jobId);
  const how = desk?.verdict()?.how;
  return (
    jobId === noJob && desk?.isIdle() === true && how !== undefined && how !== "turns" && how !== "budget"
  );
}

function drop({ desks, ready }: State, jobId: string): void {
  desks.delete(jobId);
  ready.delete(jobId);
}

/** False: all of them are in use. */
function makeRoom(state: State): boolean {
  if (state.desks.size < mostStrays) return true;
  for (const jobId of state.desks.keys()) {
    if (state.ready.get(jobId)?.isIdle() !== true) continue;
    drop(state, jobId);
    return true;
  }
  return false;
}

async function open(state: State, jobId: string): Promise<StrayDesk> {
  const { deps, member, desks, ready } = state;
  try {
    const spent = await deps.spend.spentBy(member, jobId);
    const record = (fact: FactBody) => recordSpend(state, jobId, fact);
    const { timing, handoff } = deps;
    const order = { model: { mode: "forward", handoff }, limits: deps.limits(), spent, timing } as const;
    const desk = {
      ...openDesk({ ...deps, record }, { ...order, whose: whoseOf(jobId) }),
      isQuotaTold: false,
    };
    ready.set(jobId, desk);
    return desk;
  } catch (error) {
    desks.delete(jobId);
    throw error;
  }
}

function whoseOf(jobId: string): string {
  return jobId === noJob
    ? "What a guild member asks for without naming a job (x-guild-job)"
    : "A job that belongs to no commission";
}

/** Only what costs something: a failure is told to whoever asked. */
async function recordSpend({ deps, member }: State, jobId: string, fact: FactBody): Promise<void> {
  if (fact.type !== "model.answered") return;
  const { kind, model, tokens, costUsd, budgetUsd, whole } = fact;
  await deps.spend.append(member, { jobId, kind, model, tokens, costUsd, budgetUsd, whole });
}

async function tellQuota(deps: StraysDeps, desk: StrayDesk, answering: Promise<Response>): Promise<Response> {
  const response = await answering;
  const verdict = desk.verdict();
  if (verdict?.how === "quota" && !desk.isQuotaTold) {
    desk.isQuotaTold = true;
    deps.quotaSpent({ resetAt: verdict.resetAt, message: verdict.message });
  }
  return response;
}

function noCredential(member: MemberName): Answering {
  const message = `This job of "${member}" belongs to no commission, and the hall has no credential for it: it was started without one. Start the hall with ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN set, or give "member:${member}" a commission with a rehearsal.`;
  return { answer: async () => refusal(402, "no_model", message) };
}

function tooMany(member: MemberName): Answering {
  const message = `"${member}" asks for ${mostStrays} jobs at once that belong to no commission, and may not ask for more.`;
  return { answer: async () => refusal(402, "limit_reached", message) };
}
