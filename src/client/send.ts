// One request to the hall and its answer, held against the contract.
import type { z } from "zod";
import type { Route } from "../contract/api/route.ts";
import { ClientProblem, notUnderstood, problemOfAnswer, unreachable } from "./problem.ts";

export interface Line {
  /** Where the hall is, for example http://127.0.0.1:4923. */
  url: string;
  token: string;
  /** May throw a ClientProblem where it knows more than that nobody answers. */
  fetch(url: string, init: RequestInit): Promise<Response>;
}

export interface Ask<R extends Route = Route> {
  route: R;
  id?: string;
  params?: Readonly<Record<string, string | number>>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

type AnsweringRoute = Route & { response: z.ZodType };

export async function send<R extends AnsweringRoute>(
  line: Line,
  ask: Ask<R>,
): Promise<z.output<R["response"]>> {
  const text = await readText(line, ask);
  const parsed = ask.route.response.safeParse(parseJson(text, ask));
  if (!parsed.success) throw notUnderstood(nameOf(ask), parsed.error);
  return parsed.data as z.output<R["response"]>;
}

/** Resolves with a good answer only; anything else is thrown as a ClientProblem, or as the signal's reason. */
export async function request(line: Line, ask: Ask): Promise<Response> {
  const response = await reach(line, ask);
  if (response.status === ask.route.status) return response;
  throw await problemOfAnswer(response, nameOf(ask));
}

async function reach(line: Line, ask: Ask): Promise<Response> {
  try {
    return await line.fetch(address(line, ask), {
      method: ask.route.method,
      headers: {
        authorization: `Bearer ${line.token}`,
        ...(ask.body !== undefined && { "content-type": "application/json" }),
        ...ask.headers,
      },
      // The hall never redirects; whatever does is not the hall and must not be shown the token again.
      redirect: "error",
      ...(ask.body !== undefined && { body: JSON.stringify(ask.body) }),
      ...(ask.signal && { signal: ask.signal }),
    });
  } catch (error) {
    ask.signal?.throwIfAborted();
    throw error instanceof ClientProblem ? error : unreachable(line.url, error);
  }
}

function address(line: Line, ask: Ask): string {
  const values: Ask["params"] = { ...ask.params, ...(ask.id !== undefined && { id: ask.id }) };
  const path = ask.route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(ask.query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${line.url}${path}${search.size > 0 ? `?${search}` : ""}`;
}

/** An answer that breaks off is a lost hall; a whole one that is not JSON is not the hall we know. */
async function readText(line: Line, ask: Ask): Promise<string> {
  const response = await request(line, ask);
  return response.text().catch((error: unknown) => {
    ask.signal?.throwIfAborted();
    throw unreachable(line.url, error);
  });
}

function parseJson(text: string, ask: Ask): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notUnderstood(nameOf(ask), error);
  }
}

function nameOf({ route }: Ask): string {
  return `${route.method} ${route.path}`;
}
