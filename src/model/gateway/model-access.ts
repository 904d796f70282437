// Opens access to a model for one account, with its limits, its model and its requests in flight.
import { messageOf } from "../../base/text/message-of.ts";
import type { CourseFact } from "../../contract/course/course-facts.ts";
import type { GatewayVerdict } from "../../contract/course/session-end.ts";
import type { Credential, Handoff } from "../../contract/home/handoff.ts";
import type { Rehearsal } from "../../contract/package/rehearsal.ts";
import type { Clock } from "../../host/clock.ts";
import type { Send } from "../../host/network/outbound.ts";
import { createUnderway, type Underway } from "../../base/async/underway.ts";
import { within } from "../../base/async/time-limit.ts";
import { createAccount, type Account, type AccountOrder } from "./account.ts";
import { createAdmission } from "./admission.ts";
import { refusal, verdictAnswer } from "./answers.ts";
import type { ModelRequest } from "./asked.ts";
import type { ModelAnswer } from "./deliver.ts";
import { exchange, type ExchangeDeps, type Signals, type Timing } from "./exchange.ts";
import { faultVerdict } from "./fault-verdict.ts";
import { createForwardModel } from "./forward.ts";
import type { Model } from "./model.ts";
import { createOrderCheck, type OrderCheck, type RequestOrder } from "./order-check.ts";
import { createWithheldModel } from "./withheld.ts";
import { createRehearsedModel } from "./rehearsed.ts";

export interface ModelAccessDeps {
  clock: Clock;
  send: Send;
  /** Records a fact, which is durable when this resolves. */
  record(fact: CourseFact): Promise<void>;
}

export interface ModelAccessOrder extends Pick<AccountOrder, "mostFailures"> {
  model:
    | { mode: "forward"; handoff: Handoff }
    /** Every request is refused. `credential` is the kind that a session would have; `null` if there is none. */
    | { mode: "withheld"; credential: Credential["kind"] | null }
    | { mode: "rehearsal"; script: Rehearsal; failedTurns: number; bench: number };
  limits: { maxTurns: number; maxBudgetUsd: number };
  /** Turns and dollars that were spent before this access was opened. */
  spent: { turns: number; usd: number };
  timing: Timing;
  /** The owner of the limits, as the subject of a sentence in an answer, such as "This commission". */
  whose: string;
  /** The tools and models that requests may use: the ones that the session was ordered with. */
  ordered: RequestOrder;
}

export interface ModelAccess {
  answer(asked: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
  /** Returns the refusal for every request once the budget is spent. `null` before that. */
  closed(counting: boolean): Response | null;
  /** Records that a request was not passed on, and why. */
  refused(why: string): Promise<void>;
  /** Returns why the session cannot continue. `null` if there is no known reason. */
  verdict(): GatewayVerdict | null;
  /** Returns a sentence that names the unplayed turns of the rehearsal. `null` if there are none. */
  unplayed(): string | null;
  isIdle(): boolean;
  /**
   * Refuses new requests and ends the requests in flight. Their cost is recorded when this resolves. With
   * `bills`, it first waits up to `timing.billMs` for their bills.
   */
  close(how?: { bills: boolean }): Promise<void>;
}

interface Parts extends ExchangeDeps {
  orders: OrderCheck;
}

export function openModelAccess(deps: ModelAccessDeps, order: ModelAccessOrder): ModelAccess {
  const failedTurns = order.model.mode === "rehearsal" ? order.model.failedTurns : 0;
  const account = createAccount({ ...order, failedTurns, record: (fact) => deps.record(fact) });
  const model = modelFor(deps, order, account);
  const underway = createUnderway();
  const closing = new AbortController();
  const waitMs = model.billsBrokenAnswers ? order.timing.billMs : 0;
  let isClosed = false;
  const parts: Parts = {
    clock: deps.clock,
    account,
    admission: createAdmission(account),
    model,
    timing: order.timing,
    whose: order.whose,
    breaks: { inARow: 0 },
    track: underway.add,
    orders: createOrderCheck(order.ordered, (fact) => deps.record(fact)),
  };
  return {
    answer: (asked, signal) => {
      const signals = { reader: AbortSignal.any([signal, closing.signal]), closing: closing.signal };
      return isClosed ? Promise.resolve(whole(isOver(order))) : underway.add(safely(parts, asked, signals));
    },
    closed: (counting) => closedAnswer(parts, counting),
    refused: (why) => parts.orders.note(why),
    verdict: () => account.verdict(),
    unplayed: () => model.unplayed(),
    isIdle: underway.isIdle,
    close: async ({ bills } = { bills: false }) => {
      isClosed = true;
      if (bills) await settledWithin(deps.clock, underway, waitMs);
      closing.abort();
      await underway.settled(); // aborted requests may still have something to record
    },
  };
}

function isOver({ whose }: ModelAccessOrder): Response {
  return refusal(402, "closed", `${whose} is over: the gateway sends no more requests for it.`);
}

function whole(response: Response): ModelAnswer {
  return { response, settled: Promise.resolve() };
}

function modelFor(deps: ModelAccessDeps, order: ModelAccessOrder, account: Account): Model {
  if (order.model.mode === "forward")
    return createForwardModel({ send: deps.send, handoff: order.model.handoff });
  if (order.model.mode === "withheld") return createWithheldModel();
  return createRehearsedModel({
    clock: deps.clock,
    script: order.model.script,
    bench: order.model.bench,
    tally: () => account.tally(),
  });
}

/**
 * Refuses requests once the budget is spent. A request to count tokens sets no verdict, because the session may have
 * ended normally with the answer that spent the budget.
 */
function closedAnswer({ account, whose }: Parts, counting: boolean): Response | null {
  const spent = account.closed();
  if (spent === null) return null;
  if (!counting) account.condemn(spent);
  return verdictAnswer(account.verdict() ?? spent, whose);
}

/** Answers a request. If a fact cannot be recorded the session ends: work that leaves no record must not continue. */
async function safely(parts: Parts, asked: ModelRequest, signals: Signals): Promise<ModelAnswer> {
  try {
    const why = await parts.orders.refuse(asked);
    return why === null
      ? await exchange(parts, asked, signals)
      : whole(refusal(402, "invalid_request_error", why));
  } catch (error) {
    const reason = parts.model.scrub(messageOf(error));
    const message = `The gateway could not carry out a model request: ${reason}`;
    parts.account.condemn(faultVerdict(error, message));
    return whole(refusal(500, "api_error", message));
  }
}

async function settledWithin(clock: Clock, underway: Underway, ms: number): Promise<void> {
  const { signal } = new AbortController();
  await within({ clock, ms, signal }, underway.settled());
}
