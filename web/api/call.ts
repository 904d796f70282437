// Sends one request to the hall. The types of requests and answers are those of src/contract, because the
// page is normally of its hall's release.
import {
  type AnyInput,
  type AnswerOf,
  type CallArguments,
  type CallName,
  requestOf,
} from "../../src/client/call.ts";
import { noticeDate } from "./hall-clock.ts";
import { HallProblem, isHallProblem, problemOf, unreachable } from "./problem.ts";
import { table } from "virtual:routes";
import { ask as askHall, hallWasLost } from "./visit.ts";

interface Hurry {
  /** True if the answer is fetched ahead: no view waits for it yet. */
  inNoHurry?: boolean;
}

export type PageCallArguments<N extends CallName> = CallArguments<N, Hurry>;

let waitedFor = 0;

/** Returns whether a view waits for an answer of the hall. */
export function isAnswerAwaited(): boolean {
  return waitedFor > 0;
}

export async function call<N extends CallName>(
  name: N,
  ...[input]: PageCallArguments<N>
): Promise<AnswerOf<N>> {
  const ask: AnyInput & Hurry = input ?? {};
  const { path, ...init } = requestOf(rowOf(name), ask);
  const hurry = ask.inNoHurry ? 0 : 1;
  waitedFor += hurry;
  try {
    const response = await askHall(path, { ...init, signal: limited(init.method, ask.signal) });
    noticeDate(response.headers.get("date"));
    if (!response.ok) throw await problemOf(response);
    return (await response.json()) as AnswerOf<N>;
  } catch (thrown) {
    ask.signal?.throwIfAborted();
    if (isHallProblem(thrown)) throw thrown;
    hallWasLost();
    throw unreachable();
  } finally {
    waitedFor -= hurry;
  }
}

/** Three times the hall's own timeout for its slowest read. */
const patienceMs = 60_000;

/**
 * Limits reads, because a connection may die silently. A write has no limit: after a timeout the page could not tell
 * whether the hall has done it.
 */
function limited(method: string, signal: AbortSignal | undefined): AbortSignal | null {
  if (method !== "GET") return signal ?? null;
  const limit = AbortSignal.timeout(patienceMs);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

function rowOf(name: string) {
  const row = table[name];
  if (row) return row;
  throw new HallProblem({
    code: "no_such_route",
    message: `This page knows no route "${name}".`,
    hint: "Build the page again.",
  });
}
