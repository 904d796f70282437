// A hall of another release, made of a real one: a proxy before it leaves out of every answer what the contract lets be
// left out, does not know a question that came later, says another version, and has a kind of line in its ledgers that
// nobody knows.
import { z } from "zod";
import { routes } from "../../src/contract/api/api.ts";
import type { HallRecord } from "../../src/contract/home/hall-record.ts";
import type { Route } from "../../src/contract/api/route.ts";
import { streamMessage } from "../../src/contract/api/stream.ts";
import { createRelay } from "../harness/page/relay.ts";

export const otherVersion = "99.0.0";

export interface OtherHall extends AsyncDisposable {
  record: HallRecord;
  /** The fields that were left out so far. */
  leftOut: ReadonlySet<string>;
}

export function openOtherHall(record: HallRecord): OtherHall {
  const leftOut = new Set<string>();
  const relay = createRelay(record, () => server.port ?? 0);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const entered = await relay.answer(request);
      if (entered) return entered;
      const { pathname, search } = new URL(request.url);
      // A newer question is refused by the hall itself, as one that it does not know.
      const asked = search.replace("since=", "sooner=");
      const answer = await fetch(`${record.url}${pathname}${asked}`, {
        method: request.method,
        headers: relay.headersFor(request),
        body: request.body,
        signal: request.signal,
      });
      const type = answer.headers.get("content-type") ?? "";
      const headers = { "content-type": type, "cache-control": "no-store" };
      if (type.startsWith("text/event-stream"))
        return new Response(answer.body?.pipeThrough(otherStream(leftOut)) ?? null, { headers });
      if (!type.startsWith("application/json")) return new Response(answer.body, { headers });
      const told: unknown = await answer.json();
      const other = answer.ok ? otherAnswer(request, told, leftOut) : told;
      return Response.json(other, { status: answer.status });
    },
  });
  return {
    record: { ...record, url: server.url.origin },
    leftOut,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function otherAnswer(request: Request, told: unknown, leftOut: Set<string>): unknown {
  const { pathname } = new URL(request.url);
  const route = Object.values<Route>(routes).find(
    ({ method, path }) => method === request.method && patternOf(path).test(pathname),
  );
  if (!route || typeof route.response === "string") return told;
  const less = without(route.response, told, leftOut);
  const { version, events } = less as { version?: string; events?: { type: string }[] };
  if (route.path === routes.hall.path && version !== undefined)
    return { ...(less as object), version: otherVersion };
  if (events) return { ...(less as object), events: events.map(strange) };
  return less;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
}

function strange<T extends { type: string }>(event: T): T {
  return event.type === "question.logged" ? { ...event, type: "question.pondered" } : event;
}

/** As the schema would take it still, with as little in it as it can have. */
function without(schema: z.ZodType, value: unknown, leftOut: Set<string>): unknown {
  if (value === null || typeof value !== "object") return value;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return without(schema.unwrap() as z.ZodType, value, leftOut);
  if (schema instanceof z.ZodUnion) {
    const option = (schema.options as z.ZodType[]).find((each) => each.safeParse(value).success);
    return option ? without(option, value, leftOut) : value;
  }
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((each) => without(schema.element as z.ZodType, each, leftOut));
  if (!(schema instanceof z.ZodObject)) return value;
  const shape = schema.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, own]) => {
      const field = shape[name];
      if (field?.safeParse(undefined).success) leftOut.add(name);
      else return [[name, field ? without(field, own, leftOut) : own]];
      return [];
    }),
  );
}

/** Messages are lines that begin with `data: `; a line comes whole or in pieces. */
function otherStream(leftOut: Set<string>): TransformStream<Uint8Array, Uint8Array> {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  let rest = "";
  return new TransformStream({
    transform: (chunk, controller) => {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) controller.enqueue(encoder.encode(`${otherLine(line, leftOut)}\n`));
    },
  });
}

function otherLine(line: string, leftOut: Set<string>): string {
  if (!line.startsWith("data: ")) return line;
  const message: unknown = JSON.parse(line.slice("data: ".length));
  return `data: ${JSON.stringify(without(streamMessage, message, leftOut))}`;
}
