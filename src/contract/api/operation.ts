// The hall's side of the route table: each route is carried out by the operation of its name. What an operation is
// given and what it answers follow from the route's row.
import type { z } from "zod";
import type { PatchSummary } from "../commission/diff.ts";
import type { CommissionId } from "../home/ids.ts";
import type { RouteName, routes } from "./api.ts";
import type { Outcome } from "./problem.ts";
import type { pageKeyRoutes } from "./page-keys.ts";
import type { Route } from "./route.ts";

type Parsed<S> = S extends z.ZodType ? z.output<S> : never;

/** A request's parts, parsed and branded. A part that the route does not name is not there. */
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
  : Parsed<(typeof routes)[N]["response"]>;

/** The stream is read to its end, or cancelled: either lets go of the patch. */
export interface PatchBytes {
  summary: PatchSummary;
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** The HTTP door itself answers these: no part of the hall behind it is asked. */
export type DoorName = "stream" | "openapi" | keyof typeof pageKeyRoutes;

/** When an operation resolves, all that it wrote is durable. */
export type Operations = {
  [N in Exclude<RouteName, DoorName>]: (input: InputOf<N>) => Promise<Outcome<ResponseOf<N>>>;
};
