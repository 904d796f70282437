// Derives the types of a request to the hall from the route table, and builds the request. The command line
// and the page use it. Schemas are imported only as types, so that they do not become part of the page.
import type { z } from "zod";
import type { RouteName, routes } from "../contract/api/api.ts";

type Routes = typeof routes;
type Scalar = string | number | boolean;

/** The routes that answer with JSON. */
export type CallName = {
  [N in RouteName]: Routes[N]["response"] extends z.ZodType ? N : never;
}[RouteName];

/** `input` may be omitted if nothing in it is required. */
export type Call = <N extends CallName>(name: N, ...input: CallArguments<N>) => Promise<AnswerOf<N>>;
export type CallArguments<N extends CallName, More = unknown> =
  Partial<CallInput<N>> extends CallInput<N> ? [input?: CallInput<N> & More] : [input: CallInput<N> & More];

/** Ids are plain strings here, not branded types, because the hall parses them. */
export type CallInput<N extends CallName> = ParamsIn<Routes[N]["path"]> &
  QueryIn<Routes[N]> &
  BodyIn<Routes[N]> &
  (Routes[N] extends { idempotent: true } ? { key?: string | undefined } : unknown) & {
    signal?: AbortSignal | undefined;
  };
export type AnswerOf<N extends CallName> = Routes[N] extends { response: infer R extends z.ZodType }
  ? z.output<R>
  : never;
export type BodyOf<N extends CallName> = Routes[N] extends { body: infer B extends z.ZodType }
  ? Unbranded<z.input<B>>
  : never;
export type QueryOf<N extends CallName> = Routes[N] extends { query: infer Q extends z.ZodType }
  ? Scalars<z.input<Q>>
  : never;

type ParamsIn<P extends string> = [ParamName<P>] extends [never]
  ? unknown
  : { params: Readonly<Record<ParamName<P>, string | number>> };
type ParamName<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamName<More>
    : Rest
  : never;

type QueryIn<R> = R extends { query: infer Q extends z.ZodType }
  ? Named<"query", Scalars<z.input<Q>>>
  : unknown;
type BodyIn<R> = R extends { body: infer B extends z.ZodType }
  ? Named<"body", Unbranded<z.input<B>>>
  : R extends { body: "bytes" }
    ? { bytes: Uint8Array<ArrayBuffer> }
    : unknown;

/** An object with the property K, which may be omitted if an empty object is a valid T. */
type Named<K extends string, T> = Partial<T> extends T ? { [P in K]?: T | undefined } : { [P in K]: T };

type Scalars<T> = { [K in keyof T]: Scalar | (undefined extends T[K] ? undefined : never) };
type Unbranded<T> = T extends string & z.$brand
  ? string
  : T extends object
    ? { [K in keyof T]: Unbranded<T[K]> }
    : T;

/** The untyped form of any input, after the compiler has checked it against its route. */
export interface AnyInput {
  params?: Readonly<Record<string, string | number>> | undefined;
  query?: Readonly<Record<string, Scalar | undefined>> | undefined;
  body?: unknown;
  /** A body that is a file. */
  bytes?: Uint8Array<ArrayBuffer> | undefined;
  /** An idempotency key: repeating the request with the same key has no further effect. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface HallRequest {
  method: string;
  /** The path with the query. */
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

export function requestOf(
  { method, path }: { method: string; path: string },
  { params = {}, query = {}, body, bytes, key }: AnyInput,
): HallRequest {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return {
    method,
    path: search.size > 0 ? `${filled}?${search}` : filled,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(bytes !== undefined && { "content-type": "application/octet-stream" }),
      ...(key !== undefined && { "idempotency-key": key }),
    },
    body: bytes ?? (body === undefined ? null : JSON.stringify(body)),
  };
}
