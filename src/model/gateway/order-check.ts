// Checks that every request uses only the tools and models that its session was ordered with. Any other request is
// refused and recorded.
import type { CourseFact } from "../../contract/course/course-facts.ts";
import { type Ordered, isSmallModel, whyNotOrdered } from "../../rules/model/request-list.ts";
import type { ModelRequest } from "./asked.ts";

export interface RequestOrder extends Omit<Ordered, "webSearch"> {
  /** Returns whether the endpoint may search the web for this session. */
  maySearch(): Promise<boolean>;
  /** `one`: the model that the session begins with, and claude's own small model. */
  models: "one" | "any";
}

export interface OrderCheck {
  /** Returns why the request is refused. `null` if it may be sent. */
  refuse(asked: ModelRequest): Promise<string | null>;
  note(why: string): Promise<void>;
}

/** The most refusals that are recorded, because a worker could fill the record with them. */
const mostNotes = 20;

interface State {
  order: RequestOrder;
  record(fact: CourseFact): Promise<void>;
  /** The session's model; `null` before its first request. */
  model: string | null;
  notes: number;
}

export function createOrderCheck(
  order: RequestOrder,
  record: (fact: CourseFact) => Promise<void>,
): OrderCheck {
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

/**
 * Refuses any model but claude's small one and that of the session's first request. That request can be trusted,
 * because claude sends it before any code of a worker can run.
 */
function otherModel(state: State, { kind, model }: ModelRequest): string | null {
  if (state.order.models === "any") return null;
  const isSmall = isSmallModel(model);
  if (kind === "main" || !isSmall) state.model ??= model;
  if (model === state.model || isSmall) return null;
  return `This session was not ordered with the model ${JSON.stringify(model)}.`;
}

/** Records a refusal, with the kind `other`, because it is not a failed turn of the session. */
async function note(state: State, why: string): Promise<void> {
  state.notes += 1;
  if (state.notes > mostNotes) return;
  const more = state.notes === mostNotes ? " Further ones are not noted." : "";
  const message = `The gateway did not pass on a request: ${why}${more}`;
  await state.record({ type: "model.failed", kind: "other", status: null, message, retried: false });
}
