// Carries one request of claude through: limits, tries, and an answer that leaves no doubt.
import { sleep, type Clock } from "../host/clock.ts";
import type { Account } from "./account.ts";
import { failureAnswer, passedBack, verdictAnswer } from "./answers.ts";
import type { Asked } from "./asked.ts";
import { attempt, type Attempt } from "./attempt.ts";
import { deliverStream, type DeliverDeps } from "./deliver.ts";
import { verdictOf, type Failure } from "./failure.ts";

export interface Timing {
  firstByteMs: number;
  betweenBytesMs: number;
  /** One entry per further try. */
  retryDelaysMs: number[];
}

export interface ExchangeDeps extends DeliverDeps {
  clock: Clock;
  account: Account;
  timing: Timing;
}

type Outcome = Exclude<Attempt, { how: "failed" }>;

export async function exchange(deps: ExchangeDeps, asked: Asked, signal: AbortSignal): Promise<Response> {
  const barred = asked.counting ? null : deps.account.check(asked.kind);
  if (barred !== null) return verdictAnswer(barred);
  for (let tries = 0; ; tries++) {
    const startedAt = deps.clock.monotonic();
    const outcome = await attempt(deps, asked, signal);
    if (outcome.how !== "failed") return conclude(deps, { asked, startedAt, outcome });
    const delay = outcome.failure.again ? deps.timing.retryDelaysMs[tries] : undefined;
    await recordFailure(deps, { asked, failure: outcome.failure, retried: delay !== undefined });
    if (delay === undefined) return failureAnswer(outcome.failure, deps.model.scrub);
    await sleep(deps.clock, delay, signal);
  }
}

async function conclude(
  deps: ExchangeDeps,
  done: { asked: Asked; startedAt: number; outcome: Outcome },
): Promise<Response> {
  const { asked, startedAt, outcome } = done;
  switch (outcome.how) {
    case "left":
      return new Response(null, { status: 499 });
    case "mismatch":
      deps.account.condemn({ how: "rehearsal", message: outcome.message });
      return verdictAnswer({ how: "rehearsal", message: outcome.message });
    case "stream":
      return deliverStream(deps, { asked, startedAt, stream: outcome.stream });
    case "whole":
      await recordWhole(deps, { asked, startedAt, outcome });
      return wholeAnswer(deps, outcome);
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
  const ms = Math.round(deps.clock.monotonic() - startedAt);
  await deps.account.answered({ kind: asked.kind, model: asked.model, reading: outcome.reading, ms });
}

function wholeAnswer({ model }: ExchangeDeps, { head, text }: Whole): Response {
  const headers = passedBack(head.headers, model.scrub);
  headers.set("content-type", head.headers.get("content-type") ?? "application/json");
  return new Response(text, { status: head.status, headers });
}
