// Carries one request of claude through limits and retries to a definite answer.
import { sleep, type Clock } from "../../host/clock.ts";
import type { Account } from "./account.ts";
import type { RequestAdmission, Pass } from "./admission.ts";
import { failureAnswer, passedBack, verdictAnswer } from "./answers.ts";
import type { ModelRequest } from "./asked.ts";
import { attempt, type RequestAttempt } from "./attempt.ts";
import { chargeFor, chargeUnread, mostOf, mostUsd } from "./charge.ts";
import { deliverStream, type ModelAnswer } from "./deliver.ts";
import { verdictOf } from "./failure.ts";
import { createPatience } from "./patience.ts";
import type { DeliverDeps } from "./settlement.ts";

export interface Timing {
  firstByteMs: number;
  betweenBytesMs: number;
  /** The pause before each retry, one entry per retry. */
  retryDelaysMs: number[];
  /** How long to wait for a bill after claude has disconnected. */
  billMs: number;
}

export interface ExchangeDeps extends DeliverDeps {
  clock: Clock;
  account: Account;
  admission: RequestAdmission;
  timing: Timing;
  /** The owner of the limits, as the subject of a sentence in an answer, such as "This commission". */
  whose: string;
}

export interface Signals {
  /** Fires when claude has disconnected. */
  reader: AbortSignal;
  /** Fires when the session is over, even if requests are in flight. */
  closing: AbortSignal;
}

type Outcome = Exclude<RequestAttempt, { how: "failed" }>;
type Failed = Extract<RequestAttempt, { how: "failed" }>;

export async function exchange(
  deps: ExchangeDeps,
  asked: ModelRequest,
  signals: Signals,
): Promise<ModelAnswer> {
  if (asked.counting) return countTokens(deps, asked, signals.reader);
  const admitted = await deps.admission.enter({ kind: asked.kind, usd: mostUsd(asked) }, signals.reader);
  if (admitted.how === "left") return whole(nobodyWaits());
  if (admitted.how === "barred") return whole(verdictAnswer(admitted.verdict, deps.whose));
  return seeThrough(deps, { asked, signals, pass: admitted.pass });
}

/**
 * Passes on a request to count tokens. It costs nothing and uses up no limit, so it needs no admission. It is
 * still refused once the budget is spent or too many requests have failed.
 */
async function countTokens(
  deps: ExchangeDeps,
  asked: ModelRequest,
  reader: AbortSignal,
): Promise<ModelAnswer> {
  const closed = deps.account.closed() ?? deps.account.failing();
  if (closed) return whole(verdictAnswer(closed, deps.whose));
  return tryAndAnswer(deps, { asked, reader, patient: reader });
}

interface Exchanged {
  asked: ModelRequest;
  signals: Signals;
  pass: Pass;
}

function seeThrough(deps: ExchangeDeps, { asked, signals, pass }: Exchanged): Promise<ModelAnswer> {
  const { clock, timing, model } = deps;
  // A rehearsal costs nothing, so there is no bill to wait for.
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
  asked: ModelRequest;
  reader: AbortSignal;
  /** Fires when neither the answer nor its bill is needed any more. */
  patient: AbortSignal;
}

async function tryAndAnswer(deps: ExchangeDeps, asking: Asking): Promise<ModelAnswer> {
  const { asked, reader, patient } = asking;
  if (asked.searches && deps.model.billsBrokenAnswers) await deps.account.searching();
  for (let tries = 0; ; tries++) {
    const startedAt = deps.clock.monotonic();
    const request = await noteSending(deps, asked);
    const outcome = await attempt(deps, asked, patient);
    if (outcome.how !== "failed") return conclude(deps, { ...asking, startedAt, request, outcome });
    const { failure } = outcome;
    const delay = failure.again ? deps.timing.retryDelaysMs[tries] : undefined;
    await recordFailure(deps, { asked, startedAt, request, outcome, retried: delay !== undefined });
    if (delay === undefined) return whole(failureAnswer(failure, deps.model.scrub));
    await sleep(deps.clock, Math.max(delay, failure.waitMs), reader);
    if (reader.aborted) return whole(nobodyWaits());
    // A failed attempt may have been paid for, and other requests have continued meanwhile.
    const spent = deps.account.closed();
    if (spent) return whole(verdictAnswer(spent, deps.whose));
  }
}

/** Returns `null` for a request that costs nothing and so needs no number. */
async function noteSending({ account, model }: ExchangeDeps, asked: ModelRequest): Promise<number | null> {
  return asked.counting || !model.billsBrokenAnswers ? null : account.sending(asked.kind, mostOf(asked));
}

function whole(response: Response): ModelAnswer {
  return { response, settled: Promise.resolve() };
}

function nobodyWaits(): Response {
  return new Response(null, { status: 499 });
}

async function conclude(deps: ExchangeDeps, done: Asking & Tried<Outcome>): Promise<ModelAnswer> {
  const { asked, reader, startedAt, request, outcome } = done;
  switch (outcome.how) {
    case "left":
      await recordLeft(deps, { asked, startedAt, request, outcome });
      return whole(nobodyWaits());
    case "mismatch":
      deps.account.condemn({ how: "rehearsal", message: outcome.message });
      return whole(verdictAnswer({ how: "rehearsal", message: outcome.message }, deps.whose));
    case "stream":
      return deliverStream(deps, { asked, reader, startedAt, request, stream: outcome.stream });
    case "whole":
      await recordWhole(deps, { asked, startedAt, request, outcome });
      return whole(wholeAnswer(deps, outcome));
  }
}

interface Tried<Of extends RequestAttempt> {
  asked: ModelRequest;
  startedAt: number;
  request: number | null;
  outcome: Of;
}

async function recordFailure(deps: ExchangeDeps, tried: Tried<Failed> & { retried: boolean }): Promise<void> {
  const { asked, outcome, retried } = tried;
  const { status, message } = outcome.failure;
  if (asked.kind === "main" && !retried) deps.account.condemn(verdictOf(outcome.failure));
  // After a failed compaction claude may end the session, or continue without it.
  if (asked.kind === "compaction" && !retried) deps.account.suspect(verdictOf(outcome.failure));
  const request = outcome.passed === null ? tried.request : null;
  await deps.account.failed({ kind: asked.kind, status, message, retried, request });
  await recordUnread(deps, tried);
}

/**
 * Records a request whose caller stopped waiting. It costs nothing if it was never sent, or if the endpoint
 * refused it.
 */
async function recordLeft(
  deps: ExchangeDeps,
  tried: Tried<Extract<RequestAttempt, { how: "left" }>>,
): Promise<void> {
  const { asked, request, outcome } = tried;
  if (outcome.passed !== null || request === null) return recordUnread(deps, tried);
  const message = "The caller stopped waiting for an answer, and the request cost nothing.";
  await deps.account.failed({ kind: asked.kind, status: null, message, retried: false, request });
}

/** Records the cost of a request that reached the endpoint, even if nothing readable came back. */
async function recordUnread(
  { account, model, clock }: ExchangeDeps,
  { asked, startedAt, request, outcome }: Tried<Extract<RequestAttempt, { how: "failed" | "left" }>>,
): Promise<void> {
  if (outcome.passed === null || asked.counting || !model.billsBrokenAnswers) return;
  const charge = chargeUnread(asked, outcome.passed);
  const ms = Math.round(clock.monotonic() - startedAt);
  await account.answered({ kind: asked.kind, charge, whole: false, ms, request });
}

type Whole = Extract<Outcome, { how: "whole" }>;

async function recordWhole(deps: ExchangeDeps, done: Tried<Whole>): Promise<void> {
  const { asked, startedAt, request, outcome } = done;
  if (outcome.reading === null) return;
  if (asked.kind === "main") deps.breaks.inARow = 0;
  const charge = chargeFor(asked, outcome.reading);
  const ms = Math.round(deps.clock.monotonic() - startedAt);
  await deps.account.answered({ kind: asked.kind, charge, whole: true, ms, request });
}

function wholeAnswer({ model }: ExchangeDeps, { head, text }: Whole): Response {
  const headers = passedBack(head.headers, model.scrub);
  headers.set("content-type", "application/json");
  return new Response(text, { status: head.status, headers });
}
