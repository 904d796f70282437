// Opens the gateway for guild members: a secret identifies the member, and a header names the job.
import { messageOf } from "../../../base/text/message-of.ts";
import type { CourseFact } from "../../../contract/course/course-facts.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import { noJob } from "../../../contract/member/spend.ts";
import { sleep } from "../../../host/clock.ts";
import { mostFailures } from "../account.ts";
import { askAgain, refusal } from "../answers.ts";
import type { ModelRequest } from "../asked.ts";
import { gatewayEnv } from "../child-env.ts";
import type { ModelAnswer } from "../deliver.ts";
import { type ModelAccess, openModelAccess } from "../model-access.ts";
import { answerAtDoor, type RequestHandler, largestTaken, presents } from "../door.ts";
import { createJobBook, isOver, type JobBook } from "./job-accounts.ts";
import { type JobRequest, readJobRequest } from "./job-header.ts";
import type { JobAccountOrder, JobOwner, JobsGateway } from "./jobs.ts";
import { createKeptListener, type KeptListenerDeps } from "./kept-listener.ts";
import { createStrays, memberOrder, recordSpend, type Strays, type StraysDeps } from "./strays.ts";
import { createTurnstile, type Turnstile, type TurnstileOrder } from "../turnstile.ts";

export interface JobsDeps extends StraysDeps, KeptListenerDeps {
  /** Looks up the owner of a job that has no account. */
  ownerOf(member: MemberName, jobId: string): Promise<JobOwner>;
}

export interface JobsBefore {
  /** The port of the previous hall. `null` if it is not known. */
  port: number | null;
  /** Members that the previous hall started, with their secrets. */
  members: readonly { name: MemberName; secret: string }[];
}

/** After a restart the hall may still be resuming its commissions: for this long, a request of an unknown job waits. */
const recoveryMs = 10_000;

/** The limits for all jobs of one member together. */
const memberTurnstile: TurnstileOrder = { requests: 64, bytes: 40 * 1024 * 1024, waiting: 128 };

interface MemberBooks {
  secret: string | null;
  turnstile: Turnstile;
  jobs: JobBook;
  strays: Strays;
  /** The ids of jobs that belong to no commission, the latest last. */
  nobodys: Set<string>;
}

interface State {
  deps: JobsDeps;
  members: Map<MemberName, MemberBooks>;
}

export function openJobsGateway(deps: JobsDeps, before: JobsBefore): JobsGateway {
  const state: State = { deps, members: new Map() };
  const over = new AbortController();
  const handle = (request: Request) =>
    answerAtDoor({ clock: deps.clock, behind: (headers) => behind(state, headers) }, request);
  const listener = createKeptListener(deps, { before: before.port, handle, maxBodyBytes: largestTaken });
  for (const { name, secret } of before.members) recover(state, { name, secret }, over.signal);
  // Starts to listen only after all members are known, because a member that is refused would give up.
  if (before.members.length > 0) listener.port();
  return {
    get port() {
      return listener.port();
    },
    admit: (member, secret) => {
      booksOf(state, member).secret = secret;
      listener.port();
    },
    dismiss: (member) => void (booksOf(state, member).secret = null),
    env: (secret) => envOf(deps, { port: listener.port(), secret }),
    expect: (member) => booksOf(state, member).jobs.expect(),
    open: (job, order) =>
      booksOf(state, job.member).jobs.open(job.jobId, openFor(deps, job.member, order), () =>
        openAfter(deps, job, order),
      ),
    close: async () => {
      over.abort();
      await listener.close();
      await Promise.all(
        [...state.members.values()].flatMap(({ jobs, strays }) => [jobs.close(), strays.close()]),
      );
    },
  };
}

function recover(state: State, member: JobsBefore["members"][number], over: AbortSignal): void {
  const { jobs } = Object.assign(booksOf(state, member.name), { secret: member.secret });
  const { done } = jobs.expect();
  void sleep(state.deps.clock, recoveryMs, over).then(done);
}

function booksOf({ deps, members }: State, member: MemberName): MemberBooks {
  const books = members.get(member) ?? {
    secret: null,
    turnstile: createTurnstile(memberTurnstile),
    jobs: createJobBook(deps.clock),
    strays: createStrays(deps, member),
    nobodys: new Set<string>(),
  };
  members.set(member, books);
  return books;
}

function openFor(deps: JobsDeps, member: MemberName, order: JobAccountOrder): ModelAccess {
  const { clock, send, timing } = deps;
  const { model, limits, spent } = order;
  const record = (fact: CourseFact) => order.record(fact);
  const ordered = memberOrder(deps, member);
  return openModelAccess(
    { clock, send, record },
    { model, limits, spent, timing, ordered, mostFailures, whose: "This commission" },
  );
}

/**
 * Opens model access for condensing the member's memory after a job. The commission is over and accepts no facts, so
 * the cost is recorded with the member. A rehearsal is free. `null` if no budget is left.
 */
function openAfter(
  deps: JobsDeps,
  job: { member: MemberName; jobId: string },
  { model, limits, left }: JobAccountOrder,
): ModelAccess | null {
  const { clock, send, timing, spend } = deps;
  const maxBudgetUsd = left();
  if (maxBudgetUsd <= 0) return null;
  const isPaid = model.mode === "forward";
  const record = async (fact: CourseFact) => void (isPaid && (await recordSpend(spend, job, fact)));
  const bounds = { limits: { ...limits, maxBudgetUsd }, spent: { turns: 0, usd: 0 } };
  const ordered = memberOrder(deps, job.member);
  return openModelAccess(
    { clock, send, record },
    { model, ...bounds, timing, ordered, mostFailures, whose: "This commission" },
  );
}

function envOf({ handoff, timing }: JobsDeps, at: { port: number; secret: string }): Record<string, string> {
  return { ...gatewayEnv({ at, secret: at.secret, credential: handoff.credential, timing }) };
}

/** Finds the member by its secret. Compares with every member, so that timing does not reveal which one matched. */
function behind({ deps, members }: State, headers: Headers): RequestHandler | undefined {
  const known = [...members].filter(([, { secret }]) => secret !== null && presents(headers, secret));
  const [member, books] = known[0] ?? [];
  if (member === undefined || books === undefined) return undefined;
  const ownerOf = (jobId: string) => deps.ownerOf(member, jobId);
  return {
    turnstile: books.turnstile,
    // The budget is checked in `answer`, because the owner of the job may have to be looked up first.
    closed: () => null,
    refused: async () => undefined,
    answer: (asked, signal) => answerJob({ ...books, ownerOf }, asked, signal),
  };
}

function whole(response: Response): ModelAnswer {
  return { response, settled: Promise.resolve() };
}

const notAJob = "x-guild-job has to be a job id of at most 128 letters, digits, dots and dashes.";

type OpenBooks = MemberBooks & { ownerOf(jobId: string): Promise<JobOwner> };

async function answerJob(books: OpenBooks, asked: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
  const request = readJobRequest(asked);
  if (request === undefined) return whole(refusal(402, "invalid_request_error", notAJob));
  try {
    const found = await books.jobs.find(request.jobId, signal);
    if (found === "left") return whole(new Response(null, { status: 499 }));
    if (found === "unknown") return await answerUnknown(books, request, signal);
    return await found.answer(request.asked, signal);
  } catch (error) {
    const reason = messageOf(error);
    return whole(refusal(500, "api_error", `The gateway could not find the account of this job: ${reason}`));
  }
}

/**
 * Answers a request of a job without an account. A job whose commission is over must not continue at the hall's cost,
 * and a rehearsed one must not continue with a real model.
 */
async function answerUnknown(
  books: OpenBooks,
  request: JobRequest,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { jobId, asked } = request;
  const owner = isNobodys(books, jobId) ? "nobody" : await books.ownerOf(jobId);
  const opened = books.jobs.known(jobId);
  if (opened !== "unknown") return opened.answer(asked, signal);
  if (owner === "over") return isOver.answer(asked, signal);
  if (owner !== "nobody")
    return whole(askAgain("The commission of this job has not resumed it yet. Try again in a while."));
  remember(books.nobodys, jobId);
  return books.strays.answer(request, signal);
}

function isNobodys({ nobodys }: MemberBooks, jobId: string): boolean {
  return jobId === noJob || nobodys.has(jobId);
}

const mostRemembered = 1000;

function remember(nobodys: Set<string>, jobId: string): void {
  nobodys.add(jobId);
  const [oldest] = nobodys;
  if (nobodys.size > mostRemembered && oldest !== undefined) nobodys.delete(oldest);
}
