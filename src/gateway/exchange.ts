// Carries one request of claude through: limits, tries, and an answer that leaves no doubt.
import { sleep, type Clock } from "../host/clock.ts";
import type { Account } from "./account.ts";
import type { Admission, Pass } from "./admission.ts";
import { failureAnswer, passedBack, verdictAnswer } from "./answers.ts";
import type { Asked } from "./asked.ts";
import { attempt, type Attempt } from "./attempt.ts";
import { chargeFor, chargeUnread, mostUsd } from "./charge.ts";
import { deliverStream, type Answer } from "./deliver.ts";
import { verdictOf } from "./failure.ts";
import { createPatience } from "./patience.ts";
import type { DeliverDeps } from "./settlement.ts";

export interface Timing {
  firstByteMs: number;
  betweenBytesMs: number;
  /** One entry per further try. */
  retryDelaysMs: number[];
  /** How long a bill is waited for after claude has gone. */
  billMs: number;
}

export interface ExchangeDeps extends DeliverDeps {
  clock: Clock;
  account: Account;
  admission: Admission;
  timing: Timing;
  /** Whose limits they are, as the subject of a sentence. */
  whose: string;
}

export interface Signals {
  /** Fires when claude has gone. */
  reader: AbortSignal;
  /** Fires when the session is over, whatever is still under way. */
  closing: AbortSignal;
}

type Outcome = Exclude<Attempt, { how: "failed" }>;
type Failed = Extract<Attempt, { how: "failed" }>;

export async function exchange(deps: ExchangeDeps, asked: Asked, signals: Signals): Promise<Answer> {
  if (asked.counting) return countTokens(deps, asked, signals.reader);
  const admitted = await deps.admission.enter({ kind: asked.kind, usd: mostUsd(asked) }, signals.reader);
  if (admitted.how === "left") return whole(nobodyWaits());
  if (admitted.how === "barred") return whole(verdictAnswer(admitted.verdict, deps.whose));
  return seeThrough(deps, { asked, signals, pass: admitted.pass });
}

/** Counting costs nothing and is no turn, so it waits for nobody; but it ends with the budget. */
async function countTokens(deps: ExchangeDeps, asked: Asked, reader: AbortSignal): Promise<Answer> {
  const closed = deps.account.closed();
  if (closed) return whole(verdictAnswer(closed, deps.whose));
  return tryAndAnswer(deps, { asked, reader, patient: reader });
}

interface Exchanged {
  asked: Asked;
  signals: Signals;
  pass: Pass;
}

function seeThrough(deps: ExchangeDeps, { asked, signals, pass }: Exchanged): Promise<Answer> {
  const { clock, timing, model } = deps;
  // A rehearsal sends no bill.
  const ms = model.billsBrokenAnswers ? timing.billMs : 0;
  const patience = createPatience({ clock, ms, ...signals });
  const answering = tryAndAnswer(deps, { asked, reader: signals.reader, patient: patience.signal });
  const over = () => {
    patience.done();
    pass.release();
  };
  const settled = answering.then((answer) => answer.settled);
  void deps.track(settled.then(over, over));
  return answering;
}

interface Asking {
  asked: Asked;
  reader: AbortSignal;
  /** Fires when nobody waits for the bill any more either. */
  patient: AbortSignal;
}

async function tryAndAnswer(deps: ExchangeDeps, asking: Asking): Promise<Answer> {
  const { asked, reader, patient } = asking;
  if (asked.searches && deps.model.billsBrokenAnswers) await deps.account.searching();
  for (let tries = 0; ; tries++) {
    const startedAt = deps.clock.monotonic();
    const outcome = await attempt(deps, asked, patient);
    if (outcome.how !== "failed") return conclude(deps, { ...asking, startedAt, outcome });
    const { failure } = outcome;
    const delay = failure.again ? deps.timing.retryDelaysMs[tries] : undefined;
    await recordFailure(deps, { asked, startedAt, outcome, retried: delay !== undefined });
    if (delay === undefined) return whole(failureAnswer(failure, deps.model.scrub));
    await sleep(deps.clock, Math.max(delay, failure.waitMs), reader);
    if (reader.aborted) return whole(nobodyWaits());
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
  done: Asking & { startedAt: number; outcome: Outcome },
): Promise<Answer> {
  const { asked, reader, startedAt, outcome } = done;
  switch (outcome.how) {
    case "left":
      await recordUnread(deps, { asked, startedAt, outcome });
      return whole(nobodyWaits());
    case "mismatch":
      deps.account.condemn({ how: "rehearsal", message: outcome.message });
      return whole(verdictAnswer({ how: "rehearsal", message: outcome.message }, deps.whose));
    case "stream":
      return deliverStream(deps, { asked, reader, startedAt, stream: outcome.stream });
    case "whole":
      await recordWhole(deps, { asked, startedAt, outcome });
      return whole(wholeAnswer(deps, outcome));
  }
}

interface Tried<Of extends Attempt> {
  asked: Asked;
  startedAt: number;
  outcome: Of;
}

async function recordFailure(deps: ExchangeDeps, tried: Tried<Failed> & { retried: boolean }): Promise<void> {
  const { asked, outcome, retried } = tried;
  const { status, message } = outcome.failure;
  if (asked.kind === "main" && !retried) deps.account.condemn(verdictOf(outcome.failure));
  // claude may end the session over a compaction that failed, or go on without.
  if (asked.kind === "compaction" && !retried) deps.account.suspect(verdictOf(outcome.failure));
  await deps.account.failed({ kind: asked.kind, status, message, retried });
  await recordUnread(deps, tried);
}

/** What was sent is paid for, whether or not anything that can be read came back. */
async function recordUnread(
  { account, model, clock }: ExchangeDeps,
  { asked, startedAt, outcome }: Tried<Extract<Attempt, { how: "failed" | "left" }>>,
): Promise<void> {
  if (outcome.passed === null || asked.counting || !model.billsBrokenAnswers) return;
  const charge = chargeUnread(asked, outcome.passed);
  const ms = Math.round(clock.monotonic() - startedAt);
  await account.answered({ kind: asked.kind, charge, whole: false, ms });
}

type Whole = Extract<Outcome, { how: "whole" }>;

async function recordWhole(deps: ExchangeDeps, done: Tried<Whole>): Promise<void> {
  const { asked, startedAt, outcome } = done;
  if (outcome.reading === null) return;
  if (asked.kind === "main") deps.breaks.inARow = 0;
  const charge = chargeFor(asked, outcome.reading);
  const ms = Math.round(deps.clock.monotonic() - startedAt);
  await deps.account.answered({ kind: asked.kind, charge, whole: true, ms });
}

function wholeAnswer({ model }: ExchangeDeps, { head, text }: Whole): Response {
  const headers = passedBack(head.headers, model.scrub);
  headers.set("content-type", "application/json");
  return new Response(text, { status: head.status, headers });
}
