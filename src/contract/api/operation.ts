// The hall's side of the route table: each route is carried out by the operation of the same name. The types of an
// operation's input and answer are derived from the route's row.
import type { z } from "zod";
import type { PatchSummary } from "../commission/diff.ts";
import type { CommissionId } from "../home/ids.ts";
import type { RouteName, routes } from "./api.ts";
import type { Outcome } from "./problem.ts";
import type { pageKeyRoutes } from "./page-keys.ts";
import type { Route } from "./route.ts";

type Parsed<S> = S extends z.ZodType ? z.output<S> : S extends "bytes" ? ByteBody : never;

/** The parts of a request, parsed and branded. It has only the parts that the route declares. */
export type Input<R extends Route> = (R["path"] extends `${string}:${string}`
  ? { params: ParamsOf<R> }
  : unknown) &
  (R extends { query: infer Q } ? { query: Parsed<Q> } : unknown) &
  (R extends { body: infer B } ? { body: Parsed<B> } : unknown) &
  (R extends { idempotent: true } ? { key: string | null } : unknown);

type ParamsOf<R extends Route> = (R["path"] extends `${string}/:id${string}`
  ? { id: CommissionId }
  : unknown) &
  (R extends { params: infer P } ? { [K in keyof P]: Parsed<P[K]> } : unknown);

export type InputOf<N extends RouteName> = Input<(typeof routes)[N]>;
export type ResponseOf<N extends RouteName> = (typeof routes)[N]["response"] extends "patch"
  ? PatchBytes
  : (typeof routes)[N]["response"] extends "file"
    ? FileBytes
    : Parsed<(typeof routes)[N]["response"]>;

/** A body that is no JSON. It can be read once. */
export interface ByteBody {
  chunks: AsyncIterable<Uint8Array>;
  /** The SHA-256 that the sender has signed, as base64url; `null` if the request is not signed. */
  expected: string | null;
}

/** A file to be saved, never to be shown. */
export interface FileBytes {
  name: string;
  bytes: number;
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** A patch as a stream. The caller must read the stream to its end or cancel it: either releases the patch. */
export interface PatchBytes {
  summary: PatchSummary;
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Routes that the HTTP server answers itself, without an operation of the hall. */
export type DoorName = "stream" | "openapi" | keyof typeof pageKeyRoutes;

/** When an operation resolves, all that it wrote is durable. */
export type Operations = {
  [N in Exclude<RouteName, DoorName>]: (input: InputOf<N>) => Promise<Outcome<ResponseOf<N>>>;
};
