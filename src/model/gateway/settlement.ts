// Records the outcome of an answer that is being passed on to claude: exactly once, however the answer ends.
import { messageOf } from "../../base/text/message-of.ts";
import type { Clock } from "../../host/clock.ts";
import type { Account } from "./account.ts";
import type { ModelRequest } from "./asked.ts";
import { noBill, type OpenStream } from "./attempt.ts";
import { chargeFor } from "./charge.ts";
import { faultVerdict } from "./fault-verdict.ts";
import { isBilled, type Reading, type StreamMeter } from "./meter.ts";
import type { Model } from "./model.ts";

export interface DeliverDeps {
  clock: Clock;
  account: Account;
  model: Model;
  breaks: Breaks;
  /** Tracks work that must finish before the gateway closes. */
  track(work: Promise<void>): Promise<void>;
}

/** Counts consecutive answers of the main conversation that broke off. */
export interface Breaks {
  inARow: number;
}

/**
 * The session ends after this many broken answers of its main conversation in a row. claude would retry
 * forever if each of them contained a complete block.
 */
export const maxBreaks = 3;

export interface Delivery {
  deps: DeliverDeps;
  asked: ModelRequest;
  stream: OpenStream;
  startedAt: number;
  /** The request's number. `null` if its sending was not recorded. */
  request: number | null;
  meter: StreamMeter;
  reading: Reading | null;
  /** True once the outcome is recorded or being recorded. */
  settled: boolean;
  /** True if the cost could not be recorded or was not stated. */
  lost: boolean;
  /** True once claude has disconnected. */
  gone: boolean;
  recorded: PromiseWithResolvers<void>;
}

/** Records a complete answer. If an answer of the main conversation does not state its cost, the session ends. */
export function settleEnded(delivery: Delivery, reading: Reading): Promise<void> {
  return isBilled(reading) ? settleWhole(delivery, reading) : settleUnbilled(delivery);
}

function settleWhole(delivery: Delivery, reading: Reading): Promise<void> {
  return settle(delivery, () => {
    if (delivery.asked.kind === "main") delivery.deps.breaks.inARow = 0;
    return recordAnswer(delivery, reading);
  });
}

function settleUnbilled(delivery: Delivery): Promise<void> {
  const { deps, asked } = delivery;
  return settle(delivery, async () => {
    delivery.lost = true;
    const { kind } = asked;
    if (kind === "main") deps.account.condemn({ how: "api", status: null, message: noBill });
    await deps.account.failed({ kind, status: null, message: noBill, retried: false, request: null });
    await recordPart(delivery);
  });
}

export function settleBroken(delivery: Delivery, message: string): Promise<void> {
  return settle(delivery, async () => {
    const { deps, asked } = delivery;
    await deps.account.failed({ kind: asked.kind, status: null, message, retried: false, request: null });
    await recordPart(delivery);
    if (asked.kind === "main") countBreak(deps, message);
  });
}

function countBreak({ account, breaks }: DeliverDeps, message: string): void {
  breaks.inARow += 1;
  if (breaks.inARow < maxBreaks) return;
  account.condemn({ how: "api", status: null, message: `${message} (${maxBreaks} times in a row)` });
}

/**
 * Records an answer for which the gateway stopped waiting. The model did not fail; what it has produced is paid for.
 */
export function settleLeft(delivery: Delivery): Promise<void> {
  return settle(delivery, () => {
    // If reading has not begun, the first bytes have not been counted yet.
    delivery.reading ??= delivery.meter.feed(delivery.stream.first);
    return recordPart(delivery);
  });
}

/** Records the outcome once. If it cannot be recorded, the answer breaks off and the session ends. */
async function settle(delivery: Delivery, record: () => Promise<void>): Promise<void> {
  if (delivery.settled) return;
  delivery.settled = true;
  try {
    await record();
  } catch (error) {
    delivery.lost = true;
    const reason = messageOf(error);
    const message = `An answer could not be recorded: ${reason}`;
    delivery.deps.account.condemn(faultVerdict(error, message));
  }
  delivery.recorded.resolve();
}

/**
 * Records an incomplete answer. The time since the last bytes is charged too, because a model that thinks may
 * send nothing for minutes.
 */
async function recordPart(delivery: Delivery): Promise<void> {
  if (delivery.deps.model.billsBrokenAnswers)
    await recordAnswer(delivery, { ...delivery.meter.read(), ended: false });
}

function recordAnswer(delivery: Delivery, reading: Reading): Promise<void> {
  const { deps, asked, startedAt, request } = delivery;
  const ms = Math.round(deps.clock.monotonic() - startedAt);
  const charge = chargeFor(asked, reading);
  return deps.account.answered({ kind: asked.kind, charge, whole: reading.ended, ms, request });
}
