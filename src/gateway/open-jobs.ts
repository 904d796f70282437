// Opens the gateway for guild members: who asks is known by its secret, and for what by the job that it names.
import type { FactBody } from "../contract/facts.ts";
import type { MemberName } from "../contract/member.ts";
import { sleep } from "../host/clock.ts";
import { refusal } from "./answers.ts";
import type { Asked } from "./asked.ts";
import { gatewayEnv } from "./child-env.ts";
import { type Desk, openDesk } from "./desk.ts";
import { answerAtDoor, largestTaken, presents } from "./door.ts";
import { createJobBook, type JobBook } from "./job-book.ts";
import { readJobRequest } from "./job-header.ts";
import type { JobOrder, JobsGateway } from "./jobs.ts";
import { createKeptListener, type KeptListenerDeps } from "./kept-listener.ts";
import { createStrays, type Strays, type StraysDeps } from "./strays.ts";

export interface JobsDeps extends StraysDeps, KeptListenerDeps {}

export interface JobsBefore {
  /** Where the hall before listened; null: not known. */
  port: number | null;
  /** Members that the hall before started, with what they present. */
  members: readonly { name: MemberName; secret: string }[];
}

/** After a restart the hall may still be looking for its commissions: until then no job is nobody's. */
const recoveryMs = 10_000;

interface MemberBooks {
  secret: string | null;
  jobs: JobBook;
  strays: Strays;
}

interface State {
  deps: JobsDeps;
  members: Map<MemberName, MemberBooks>;
}

export function openJobsGateway(deps: JobsDeps, before: JobsBefore): JobsGateway {
  const state: State = { deps, members: new Map() };
  const over = new AbortController();
  const handle = (request: Request) => answerAtDoor({ behind: (headers) => behind(state, headers) }, request);
  const listener = createKeptListener(deps, { before: before.port, handle, maxBodyBytes: largestTaken });
  for (const { name, secret } of before.members) recover(state, { name, secret }, over.signal);
  // Not before all of them are known: one that is refused would give up.
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
    open: ({ member, jobId }, order) => booksOf(state, member).jobs.open(jobId, openFor(deps, order)),
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
    jobs: createJobBook(deps.clock),
    strays: createStrays(deps, member),
  };
  members.set(member, books);
  return books;
}

function openFor({ clock, send, timing }: JobsDeps, order: JobOrder): Desk {
  const { model, limits, spent } = order;
  const record = (fact: FactBody) => order.record(fact);
  return openDesk({ clock, send, record }, { model, limits, spent, timing, whose: "This commission" });
}

function envOf({ handoff, timing }: JobsDeps, at: { port: number; secret: string }): Record<string, string> {
  return { ...gatewayEnv({ at, secret: at.secret, credential: handoff.credential, timing }) };
}

/** All are compared, so that the time it takes does not tell which. */
function behind({ members }: State, headers: Headers) {
  const known = [...members.values()].filter(({ secret }) => secret !== null && presents(headers, secret));
  const books = known[0];
  return books && ((asked: Asked, signal: AbortSignal) => answerJob(books, asked, signal));
}

const notAJob = "x-guild-job has to be a job id of at most 128 letters, digits, dots and dashes.";

async function answerJob(books: MemberBooks, asked: Asked, signal: AbortSignal): Promise<Response> {
  const request = readJobRequest(asked);
  if (request === undefined) return refusal(402, "invalid_request_error", notAJob);
  try {
    const found = await books.jobs.find(request.jobId, signal);
    if (found === "left") return new Response(null, { status: 499 });
    if (found === "unknown") return await books.strays.answer(request, signal);
    return await found.answer(request.asked, signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refusal(500, "api_error", `The gateway could not find the account of this job: ${reason}`);
  }
}
