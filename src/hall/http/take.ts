// Parses a raw request into its route's input: a branded id or other parameters, a query and a body.
import { z } from "zod";
import type { Route } from "../../contract/api/route.ts";
import { idempotencyKey } from "../../contract/commission/commission.ts";
import { commissionId } from "../../contract/home/ids.ts";
import type { Input } from "../../contract/api/operation.ts";
import { done, type Outcome, refuse } from "../../contract/api/problem.ts";
import { maxBodyBytes, maxOpenBodyBytes, readJsonBody, takeBytes } from "./body.ts";
import { parseQuery, parseShape } from "./shape.ts";

export interface Incoming {
  request: Request;
  /** The path's parameters, decoded and not yet trusted. */
  raw: Readonly<Record<string, string>>;
  /** The SHA-256 of the body that the sender has signed, as base64url; `null` if the request is not signed. */
  expected?: string | null;
}

const noQuery = z.strictObject({});

export async function take<R extends Route>(
  route: R,
  { request, raw, expected = null }: Incoming,
): Promise<Outcome<Input<R>>> {
  const params = takeParams(route, raw);
  if (!params.ok) return params;
  const query = parseQuery(route.query ?? noQuery, new URL(request.url).searchParams);
  if (!query.ok) return query;
  const body = await takeAnyBody(route, request, expected);
  if (!body.ok) return body;
  const key = route.idempotent ? takeKey(request) : done(null);
  if (!key.ok) return key;
  const taken = { params: params.value, query: query.value, body: body.value, key: key.value };
  return done(taken as unknown as Input<R>);
}

/** Parses the path's parameters. An invalid id is refused like the id of a commission that does not exist. */
function takeParams({ params = {} }: Route, raw: Incoming["raw"]): Outcome<unknown> {
  const { id } = raw;
  if (id === undefined) return parseShape(z.strictObject(params), raw);
  if (!commissionId.safeParse(id).success) return refuse("not_found", "There is no such commission.");
  return parseShape(z.strictObject({ ...params, id: commissionId }), raw);
}

function takeKey(request: Request): Outcome<string | null> {
  const header = request.headers.get("idempotency-key");
  if (header === null) return done(null);
  const key = parseShape(idempotencyKey, header);
  return key.ok ? key : refuse(key.problem.code, `"Idempotency-Key": ${key.problem.message}`);
}

async function takeAnyBody(
  route: Route,
  request: Request,
  expected: string | null,
): Promise<Outcome<unknown>> {
  if (route.body === undefined) return done(undefined);
  return route.body === "bytes" ? takeBytes(request, expected) : takeBody(route, route.body, request);
}

/** Parses the body. A missing body counts as an empty object if the schema accepts one. */
async function takeBody({ asks }: Route, schema: z.ZodType, request: Request) {
  const read = await readJsonBody(request, asks === "nothing" ? maxOpenBodyBytes : maxBodyBytes);
  if (!read.ok || read.value !== undefined) return read.ok ? parseShape(schema, read.value) : read;
  const empty = schema.safeParse({});
  if (empty.success) return { ok: true as const, value: empty.data };
  const isUntyped = request.headers.get("content-type") === null;
  return refuse(isUntyped ? "wrong_media_type" : "bad_json", "This request needs a JSON body.");
}
