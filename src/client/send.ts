// Sends one request to the hall, and checks the answer against the schema of its route.
import type { z } from "zod";
import { routes } from "../contract/api/api.ts";
import type { Route } from "../contract/api/route.ts";
import { type AnswerOf, type AnyInput, type Call, requestOf } from "./call.ts";
import { ClientProblem, notUnderstood, problemOfAnswer, unreachable } from "./problem.ts";

export interface HallConnection {
  /** The address of the hall, for example http://127.0.0.1:4923. */
  url: string;
  token: string;
  /** Throws a ClientProblem if it can say more than that the hall does not answer. */
  fetch(url: string, init: RequestInit): Promise<Response>;
}

export interface RouteRequest extends AnyInput {
  route: Route;
  headers?: Record<string, string>;
}

/** Returns a function that parses every answer. It throws a ClientProblem, or the reason of an aborted signal. */
export function createCall(line: HallConnection): Call {
  return async (name, ...[input]) => {
    const route: Route & { response: z.ZodType } = routes[name];
    const ask: RouteRequest = { ...input, route };
    const parsed = route.response.safeParse(parseJson(await readText(line, ask), ask));
    if (!parsed.success) throw notUnderstood(nameOf(ask), parsed.error);
    return parsed.data as AnswerOf<typeof name>;
  };
}

/**
 * Returns the response if it has the route's status. Otherwise throws a ClientProblem, or the reason of an aborted
 * signal.
 */
export async function request(line: HallConnection, ask: RouteRequest): Promise<Response> {
  const response = await reach(line, ask);
  if (response.status === ask.route.status) return response;
  throw await problemOfAnswer(response, nameOf(ask));
}

async function reach(line: HallConnection, ask: RouteRequest): Promise<Response> {
  const { method, path, headers, body } = requestOf(ask.route, ask);
  try {
    return await line.fetch(line.url + path, {
      method,
      headers: { authorization: `Bearer ${line.token}`, ...headers, ...ask.headers },
      // The hall never redirects; a server that does is not the hall and must not see the token again.
      redirect: "error",
      ...(body !== null && { body }),
      ...(ask.signal && { signal: ask.signal }),
    });
  } catch (error) {
    ask.signal?.throwIfAborted();
    throw error instanceof ClientProblem ? error : unreachable(line.url, error);
  }
}

/** Returns the text of the answer. Throws `unreachable` if the connection breaks before its end. */
async function readText(line: HallConnection, ask: RouteRequest): Promise<string> {
  const response = await request(line, ask);
  return response.text().catch((error: unknown) => {
    ask.signal?.throwIfAborted();
    throw unreachable(line.url, error);
  });
}

function parseJson(text: string, ask: RouteRequest): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notUnderstood(nameOf(ask), error);
  }
}

function nameOf({ route }: RouteRequest): string {
  return `${route.method} ${route.path}`;
}
