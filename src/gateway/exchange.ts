// Carries one request of claude through: limits, tries, and an answer that leaves no doubt.
import { sleep, type Clock } from "../host/clock.ts";
import type { Account } from "./account.ts";
import type { Admission } from "./admission.ts";
import { failureAnswer, passedBack, verdictAnswer } from "./answers.ts";
import type { Asked } from "./asked.ts";
import { attempt, type Attempt } from "./attempt.ts";
import { deliverStream, type Answer } from "./deliver.ts";
import { verdictOf, type Failure } from "./failure.ts";
import type { DeliverDeps } from "./settlement.ts";

export interface Timing {
  firstByteMs: number;
  betweenBytesMs: number;
  /** One entry per further try. */
  retryDelaysMs: number[];
}

export interface ExchangeDeps extends DeliverDeps {
  clock: Clock;
  account: Account;
  admission: Admission;
  timing: Timing;
  /** Whose limits they are, as the subject of a sentence. */
  whose: string;
}

type Outcome = Exclude<Attempt, { how: "failed" }>;

/** Counting tokens costs nothing and is no turn, so it waits for nobody. */
export async function exchange(deps: ExchangeDeps, asked: Asked, signal: AbortSignal): Promise<Response> {
  if (asked.counting) return (await tryAndAnswer(deps, asked, signal)).response;
  const admitted = await deps.admission.enter(asked.kind, signal);
  if (admitted.how === "left") return nobodyWaits();
  if (admitted.how === "barred") return verdictAnswer(admitted.verdict, deps.whose);
  const answering = tryAndAnswer(deps, asked, signal);
  const settled = answering.then((answer) => answer.settled);
  void deps.track(settled.then(admitted.pass.release, admitted.pass.release));
  return (await answering).response;
}

async function tryAndAnswer(deps: ExchangeDeps, asked: Asked, signal: AbortSignal): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const startedAt = deps.clock.monotonic();
    const outcome = await attempt(deps, asked, signal);
    if (outcome.how !== "failed") return conclude(deps, { asked, signal, startedAt, outcome });
    const { failure } = outcome;
    const delay = failure.again ? deps.timing.retryDelaysMs[tries] : undefined;
    await recordFailure(deps, { asked, failure, retried: delay !== undefined });
    if (delay === undefined) return whole(failureAnswer(failure, deps.model.scrub));
    await sleep(deps.clock, Math.max(delay, failure.waitMs), signal);
  }
}

function whole(response: Response): Answer {
  return { response, settled: Promise.resolve() };
}

function nobodyWaits(): Response {
  return new Response(null, { status: 499 });
}

async function conclude(
  deps: ExchangeDeps,
  done: { asked: Asked; signal: AbortSignal; startedAt: number; outcome: Outcome },
): Promise<Answer> {
  const { asked, signal, startedAt, outcome } = done;
  switch (outcome.how) {
    case "left":
      return whole(nobodyWaits());
    case "mismatch":
      deps.account.condemn({ how: "rehearsal", message: outcome.message });
      return whole(verdictAnswer({ how: "rehearsal", message: outcome.message }, deps.whose));
    case "stream":
      return deliverStream(deps, { asked, signal, startedAt, stream: outcome.stream });
    case "whole":
      await recordWhole(deps, { asked, startedAt, outcome });
      return whole(wholeAnswer(deps, outcome));
  }
}

async function recordFailure(
  deps: ExchangeDeps,
  tried: { asked: Asked; failure: Failure; retried: boolean },
): Promise<void> {
  const { asked, failure, retried } = tried;
  const { status, message } = failure;
  if (asked.kind === "main" && !retried) deps.account.condemn(verdictOf(failure));
  // claude may end the session over a compaction that failed, or go on without.
  if (asked.kind === "compaction" && !retried) deps.account.suspect(verdictOf(failure));
  await deps.account.failed({ kind: asked.kind, status, message, retried });
}

type Whole = Extract<Outcome, { how: "whole" }>;

async function recordWhole(
  deps: ExchangeDeps,
  done: { asked: Asked; startedAt: number; outcome: Whole },
): Promise<void> {
  const { asked, startedAt, outcome } = done;
  if (outcome.reading === null) return;
  if (asked.kind === "main") deps.breaks.inARow = 0;
  const { kind, model } = asked;
  const ms = Math.round(deps.clock.monotonic() - startedAt);
  await deps.account.answered({ kind, model, reading: outcome.reading, whole: true, ms });
}

function wholeAnswer({ model }: ExchangeDeps, { head, text }: Whole): Response {
  const headers = passedBack(head.headers, model.scrub);
  headers.set("content-type", head.headers.get("content-type") ?? "application/json");
  return new Response(text, { status: head.status, headers });
}
