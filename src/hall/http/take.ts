// Turns a raw request into what its route says it takes: a branded id or other parameters, a query and a body.
import { z } from "zod";
import type { Route } from "../../contract/api/route.ts";
import { commissionId, type CommissionId } from "../../contract/home/ids.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { maxBodyBytes, maxOpenBodyBytes, readJsonBody } from "./body.ts";
import { parseQuery, parseShape } from "./shape.ts";

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface Taken<R extends Route> {
  ok: true;
  id: R["path"] extends `${string}/:id${string}` ? CommissionId : undefined;
  params: R extends { params: infer P } ? { [K in keyof P]: OutputOf<P[K]> } : undefined;
  query: R extends { query: infer Q } ? OutputOf<Q> : undefined;
  body: R extends { body: infer B } ? OutputOf<B> : undefined;
}

export interface Incoming {
  request: Request;
  /** The path's parameters, decoded and not yet trusted. */
  raw: Readonly<Record<string, string>>;
}

const noQuery = z.strictObject({});

export async function take<R extends Route>(
  route: R,
  { request, raw }: Incoming,
): Promise<Taken<R> | Refusal> {
  const id = raw["id"] === undefined ? undefined : commissionId.safeParse(raw["id"]);
  // Something that cannot be an id is, to the caller, a commission that does not exist.
  if (id?.success === false) return refuse("not_found", "There is no such commission.");
  const params = route.params === undefined ? undefined : parseShape(z.strictObject(route.params), raw);
  if (params?.ok === false) return params;
  const query = parseQuery(route.query ?? noQuery, new URL(request.url).searchParams);
  if (!query.ok) return query;
  const body = route.body === undefined ? undefined : await takeBody(route, route.body, request);
  if (body?.ok === false) return body;
  return {
    ok: true,
    id: id?.data,
    params: params?.value,
    query: query.value,
    body: body?.value,
  } as Taken<R>;
}

/** Where an empty object would do, so does no body at all. */
async function takeBody({ asks }: Route, schema: z.ZodType, request: Request) {
  const read = await readJsonBody(request, asks === "nothing" ? maxOpenBodyBytes : maxBodyBytes);
  if (!read.ok || read.value !== undefined) return read.ok ? parseShape(schema, read.value) : read;
  const empty = schema.safeParse({});
  if (empty.success) return { ok: true as const, value: empty.data };
  const isUntyped = request.headers.get("content-type") === null;
  return refuse(isUntyped ? "wrong_media_type" : "bad_json", "This request needs a JSON body.");
}
