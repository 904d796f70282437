// What one route of /api/v1 is: the row of a table that the server, the client and the OpenAPI document are made from.
import type { z } from "zod";

export interface Route {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** `:id` is a commission's; every other parameter has its shape in `params`. */
  path: string;
  params?: Readonly<Record<string, z.ZodType>>;
  summary: string;
  /** Who may ask: by default the holder of the token, and a known browser. */
  asks?: "nothing" | "token";
  query?: z.ZodType;
  body?: z.ZodType;
  /** Takes an `Idempotency-Key`: the same request again, with the same key, is done once. */
  idempotent?: true;
  status: number;
  response: z.ZodType | "event-stream" | "patch";
  errors: number[];
}
