// The hall's routes, by name: types from the contract, methods and paths from a table that the build makes of it.
import type { z } from "zod";
import type { routes } from "../../src/contract/api/api.ts";

export type Routes = typeof routes;
export type RouteName = Exclude<keyof Routes, "stream">;

type InputOf<S> = S extends z.ZodType ? z.input<S> : never;
type Unbranded<T> = T extends string & z.$brand
  ? string
  : T extends object
    ? { [K in keyof T]: Unbranded<T[K]> }
    : T;

export type Answer<N extends RouteName> = Routes[N] extends { response: infer R extends z.ZodType }
  ? z.output<R>
  : never;
export type Body<N extends RouteName> = Routes[N] extends { body: infer B }
  ? Unbranded<InputOf<B>>
  : undefined;
export type Query<N extends RouteName> = Routes[N] extends { query: z.ZodType }
  ? Readonly<Record<string, string | number | undefined>>
  : undefined;

export { table } from "virtual:routes";
