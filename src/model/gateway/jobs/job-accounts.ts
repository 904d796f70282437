// Keeps the jobs of one guild member that belong to commissions: open jobs, jobs that are over, and how many are
// expected.
import { noJob } from "../../../contract/member/spend.ts";
import { type Clock, stopwatch } from "../../../host/clock.ts";
import { within } from "../../../base/async/time-limit.ts";
import { refusal } from "../answers.ts";
import type { ModelAccess } from "../model-access.ts";
import type { JobAccount } from "./jobs.ts";

export type Answering = Pick<ModelAccess, "answer">;

export interface JobBook {
  expect(): { done(): void };
  /**
   * Opens a job. `after` opens model access for condensing the member's memory once the job is over; it returns `null`
   * if no budget is left for that.
   */
  open(jobId: string, access: ModelAccess, after: () => ModelAccess | null): JobAccount;
  /**
   * Finds the account of a job. Waits for an unknown job while one is expected. `unknown`: the job belongs to no
   * commission that is known here. `left`: the signal fired first.
   */
  find(jobId: string, signal: AbortSignal): Promise<Answering | "unknown" | "left">;
  /** Like `find`, but does not wait. */
  known(jobId: string): Answering | "unknown";
  /** Closes every account. The cost of each job is recorded when this resolves. */
  close(): Promise<void>;
}

/** How long a request waits for an unknown job. Dispatching a job takes at most 30 s. */
export const longestExpectedMs = 30_000;
/** How many finished jobs are remembered, so that their late requests are recognised. */
const mostRemembered = 1000;

/** How long after the end of a job the member may condense its memory. */
export const longestAfterMs = 5 * 60_000;

interface After {
  open(): ModelAccess | null;
  /** `null` until the first request opens it. */
  access: ModelAccess | null;
  since(): number;
}

interface State {
  clock: Clock;
  accesses: Map<string, ModelAccess>;
  /** Jobs that are over, the latest last. */
  over: Map<string, After>;
  expecting: number;
  waiting: Set<{ jobId: string; wake: () => void }>;
}

export function createJobBook(clock: Clock): JobBook {
  const state: State = { clock, accesses: new Map(), over: new Map(), expecting: 0, waiting: new Set() };
  return {
    expect: () => expectOne(state),
    open: (jobId, access, after) => open(state, jobId, { access, after }),
    find: (jobId, signal) => find(state, jobId, signal),
    known: (jobId) => known(state, jobId),
    close: async () => void (await Promise.all(allOf(state).map((access) => access.close()))),
  };
}

function allOf({ accesses, over }: State): ModelAccess[] {
  return [...accesses.values(), ...[...over.values()].flatMap(({ access }) => access ?? [])];
}

function expectOne(state: State): { done(): void } {
  let isDone = false;
  state.expecting += 1;
  return {
    done: () => {
      if (isDone) return;
      isDone = true;
      state.expecting -= 1;
      if (state.expecting === 0) wake(state, () => true);
    },
  };
}

function open(
  state: State,
  jobId: string,
  { access, after }: { access: ModelAccess; after: () => ModelAccess | null },
): JobAccount {
  if (state.accesses.has(jobId)) throw new Error(`The account of job ${jobId} is open already.`);
  state.accesses.set(jobId, access);
  state.over.delete(jobId);
  wake(state, (waiting) => waiting === jobId);
  return {
    verdict: access.verdict,
    unplayed: access.unplayed,
    close: async () => {
      if (state.accesses.get(jobId) === access) forget(state, jobId, after);
      await access.close();
    },
    leave: async () => {
      if (state.accesses.get(jobId) === access) state.accesses.delete(jobId);
      await access.close();
    },
  };
}

function forget({ accesses, over, clock }: State, jobId: string, open: After["open"]): void {
  accesses.delete(jobId);
  over.set(jobId, { open, access: null, since: stopwatch(clock) });
  const [oldest] = over.keys();
  if (over.size > mostRemembered && oldest !== undefined) over.delete(oldest);
}

async function find(
  state: State,
  jobId: string,
  signal: AbortSignal,
): Promise<Answering | "unknown" | "left"> {
  if (isAwaited(state, jobId)) await untilKnown(state, jobId, signal);
  if (signal.aborted) return "left";
  return known(state, jobId);
}

function known({ accesses, over }: State, jobId: string): Answering | "unknown" {
  const after = over.get(jobId);
  return accesses.get(jobId) ?? (after ? answerAfter(after) : "unknown");
}

/** Answers requests of a job that is over: only condensing the member's memory may continue, for a limited time. */
function answerAfter(after: After): Answering {
  return {
    answer: (asked, signal) => {
      const isLate = asked.kind !== "memory" || after.since() > longestAfterMs;
      const access = isLate ? null : (after.access ??= after.open());
      return (access ?? isOver).answer(asked, signal);
    },
  };
}

function isAwaited({ accesses, over, expecting }: State, jobId: string): boolean {
  return expecting > 0 && jobId !== noJob && !accesses.has(jobId) && !over.has(jobId);
}

async function untilKnown(state: State, jobId: string, signal: AbortSignal): Promise<void> {
  const known = Promise.withResolvers<void>();
  const waiting = { jobId, wake: known.resolve };
  state.waiting.add(waiting);
  await within({ clock: state.clock, ms: longestExpectedMs, signal }, known.promise);
  state.waiting.delete(waiting);
}

function wake({ waiting }: State, isMeant: (jobId: string) => boolean): void {
  for (const each of waiting) if (isMeant(each.jobId)) each.wake();
}

export const isOver: Answering = {
  answer: async () => ({
    response: refusal(
      402,
      "closed",
      "The commission of this job is over: the gateway sends no more requests for it.",
    ),
    settled: Promise.resolve(),
  }),
};
