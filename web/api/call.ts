// One request to the hall. Types are the contract's; the hall of this page is of its own release.
import { noticeDate } from "./hall-clock.ts";
import { HallProblem, isHallProblem, problemOf, unreachable } from "./problem.ts";
import { type Answer, type Body, type Query, type RouteName, table } from "./routes.ts";
import { ask as askHall, hallWasLost } from "./visit.ts";

export interface Ask<N extends RouteName> {
  params?: Readonly<Record<string, string | number>>;
  query?: Query<N>;
  body?: Body<N>;
  /** Makes a repeated request the same request. */
  key?: string;
  signal?: AbortSignal;
  /** Nobody waits for the answer yet. */
  inNoHurry?: boolean;
}

let waitedFor = 0;

/** Whether somebody waits for an answer of the hall. */
export function isAnswerAwaited(): boolean {
  return waitedFor > 0;
}

export async function call<N extends RouteName>(name: N, ask: Ask<N> = {}): Promise<Answer<N>> {
  const { method, path } = rowOf(name);
  const hurry = ask.inNoHurry ? 0 : 1;
  waitedFor += hurry;
  try {
    const response = await askHall(addressOf(path, ask), {
      method,
      headers: headersOf(ask),
      body: ask.body === undefined ? null : JSON.stringify(ask.body),
      signal: limited(method, ask.signal),
    });
    noticeDate(response.headers.get("date"));
    if (!response.ok) throw await problemOf(response);
    return (await response.json()) as Answer<N>;
  } catch (thrown) {
    ask.signal?.throwIfAborted();
    if (isHallProblem(thrown)) throw thrown;
    hallWasLost();
    throw unreachable();
  } finally {
    waitedFor -= hurry;
  }
}

/** The longest look that a hall takes is given up by itself after a third of it. */
const patienceMs = 60_000;

/** A line may be dead without a word. What changes something is waited for: it may have been done. */
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

function headersOf({ body, key }: Ask<RouteName>): Record<string, string> {
  return {
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(key !== undefined && { "idempotency-key": key }),
  };
}

function addressOf(path: string, { params = {}, query }: Ask<RouteName>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries<string | number | undefined>(query ?? {}))
    if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}
