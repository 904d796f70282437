// Checks every request against what its session was ordered with. Any other request is refused and noted.
import type { FactBody } from "../../contract/commission/facts.ts";
import { type Ordered, isSmallModel, whyNotOrdered } from "../../rules/model/request-list.ts";
import type { ModelRequest } from "./asked.ts";

export interface RequestOrder extends Omit<Ordered, "webSearch"> {
  /** Whether the endpoint may search the web for this session. */
  maySearch(): Promise<boolean>;
  /** `one`: the model that the session begins with, and claude's own small model. */
  models: "one" | "any";
}

export interface OrderCheck {
  /** Returns `null` if the request may go out. */
  refuse(asked: ModelRequest): Promise<string | null>;
  note(why: string): Promise<void>;
}

/** Bounded, because a worker could fill the record with refused requests. */
const mostNotes = 20;

interface State {
  order: RequestOrder;
  record(fact: FactBody): Promise<void>;
  /** `null` before the session's own first request. */
  model: string | null;
  notes: number;
}

export function createOrderCheck(order: RequestOrder, record: (fact: FactBody) => Promise<void>): OrderCheck {
  const state: State = { order, record, model: null, notes: 0 };
  return {
    refuse: (asked) => refuse(state, asked),
    note: (why) => note(state, why),
  };
}

async function refuse(state: State, asked: ModelRequest): Promise<string | null> {
  const { tools, maySearch } = state.order;
  const ordered = { tools, webSearch: asked.searches && (await maySearch()) };
  const why = whyNotOrdered(asked.inventory, betasOf(asked.headers), ordered) ?? otherModel(state, asked);
  if (why !== null) await note(state, why);
  return why;
}

function betasOf(headers: Headers): string[] {
  const words = (headers.get("anthropic-beta") ?? "").split(",").map((word) => word.trim());
  return words.filter((word) => word !== "");
}

/** A session begins with a request of claude itself: before it is answered, no code of a worker can run. */
function otherModel(state: State, { kind, model }: ModelRequest): string | null {
  if (state.order.models === "any") return null;
  const isSmall = isSmallModel(model);
  if (kind === "main" || !isSmall) state.model ??= model;
  if (model === state.model || isSmall) return null;
  return `This session was not ordered with the model ${JSON.stringify(model)}.`;
}

/** Recorded as kind `other`, because it is not a failed turn of the session. */
async function note(state: State, why: string): Promise<void> {
  state.notes += 1;
  if (state.notes > mostNotes) return;
  const more = state.notes === mostNotes ? " Further ones are not noted." : "";
  const message = `The gateway did not pass on a request: ${why}${more}`;
  await state.record({ type: "model.failed", kind: "other", status: null, message, retried: false });
}
