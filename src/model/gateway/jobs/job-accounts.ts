// Keeps the jobs of one member that belong to commissions: those open, those over, and those expected.
import { noJob } from "../../../contract/member/spend.ts";
import { type Clock, stopwatch } from "../../../host/clock.ts";
import { within } from "../../../base/async/time-limit.ts";
import { refusal } from "../answers.ts";
import type { ModelAccess } from "../model-access.ts";
import type { JobAccount } from "./jobs.ts";

export type Answering = Pick<ModelAccess, "answer">;

export interface JobBook {
  expect(): { done(): void };
  /** `after` opens the desk for what is left to be done for the job's memory when it is over; null: nothing is. */
  open(jobId: string, desk: ModelAccess, after: () => ModelAccess | null): JobAccount;
  /** Waits while a job is expected. `unknown`: it is no commission's. */
  find(jobId: string, signal: AbortSignal): Promise<Answering | "unknown" | "left">;
  /** Does not wait. */
  known(jobId: string): Answering | "unknown";
  /** The cost of each job is recorded when this resolves. */
  close(): Promise<void>;
}

/** How long a request waits for an unknown job. A dispatch is answered within 30 s. */
export const longestExpectedMs = 30_000;
/** Jobs that are over are remembered: otherwise their late requests would count as jobs of no commission. */
const mostRemembered = 1000;

/** How long a job's memory may be condensed after its end. */
export const longestAfterMs = 5 * 60_000;

interface After {
  open(): ModelAccess | null;
  /** Opened by the first request. */
  desk: ModelAccess | null;
  since(): number;
}

interface State {
  clock: Clock;
  desks: Map<string, ModelAccess>;
  /** The latest last. */
  over: Map<string, After>;
  expecting: number;
  waiting: Set<{ jobId: string; wake: () => void }>;
}

export function createJobBook(clock: Clock): JobBook {
  const state: State = { clock, desks: new Map(), over: new Map(), expecting: 0, waiting: new Set() };
  return {
    expect: () => expectOne(state),
    open: (jobId, desk, after) => open(state, jobId, { desk, after }),
    find: (jobId, signal) => find(state, jobId, signal),
    known: (jobId) => known(state, jobId),
    close: async () => void (await Promise.all(allOf(state).map((desk) => desk.close()))),
  };
}

function allOf({ desks, over }: State): ModelAccess[] {
  return [...desks.values(), ...[...over.values()].flatMap(({ desk }) => desk ?? [])];
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
  { desk, after }: { desk: ModelAccess; after: () => ModelAccess | null },
): JobAccount {
  if (state.desks.has(jobId)) throw new Error(`The account of job ${jobId} is open already.`);
  state.desks.set(jobId, desk);
  state.over.delete(jobId);
  wake(state, (waiting) => waiting === jobId);
  return {
    verdict: desk.verdict,
    unplayed: desk.unplayed,
    close: async () => {
      if (state.desks.get(jobId) === desk) forget(state, jobId, after);
      await desk.close();
    },
    leave: async () => {
      if (state.desks.get(jobId) === desk) state.desks.delete(jobId);
      await desk.close();
    },
  };
}

function forget({ desks, over, clock }: State, jobId: string, open: After["open"]): void {
  desks.delete(jobId);
  over.set(jobId, { open, desk: null, since: stopwatch(clock) });
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

function known({ desks, over }: State, jobId: string): Answering | "unknown" {
  const after = over.get(jobId);
  return desks.get(jobId) ?? (after ? answerAfter(after) : "unknown");
}

/** The job is over. Only a memory compaction that it began may continue, for a limited time. */
function answerAfter(after: After): Answering {
  return {
    answer: (asked, signal) => {
      const isLate = asked.kind !== "memory" || after.since() > longestAfterMs;
      const desk = isLate ? null : (after.desk ??= after.open());
      return (desk ?? isOver).answer(asked, signal);
    },
  };
}

function isAwaited({ desks, over, expecting }: State, jobId: string): boolean {
  return expecting > 0 && jobId !== noJob && !desks.has(jobId) && !over.has(jobId);
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
    response: refusal(402, "closed", "The commission of this job is over: nothing more is asked for it."),
    settled: Promise.resolve(),
  }),
};
