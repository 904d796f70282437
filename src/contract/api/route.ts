// A route of /api/v1: a row of the table from which the server, the client and the OpenAPI document are built.
import type { z } from "zod";

export interface Route {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** `:id` is a commission id; every other parameter has its schema in `params`. */
  path: string;
  params?: Readonly<Record<string, z.ZodType>>;
  summary: string;
  /** The proof that a caller must present; by default the token, or the signature of a known browser. */
  asks?: "nothing" | "token";
  query?: z.ZodType;
  /** The shape of a JSON body; `bytes` if the body is a file, which is read as a stream. */
  body?: z.ZodType | "bytes";
  /**
   * The route accepts an `Idempotency-Key` header: a request that is repeated with the same key is carried out once.
   */
  idempotent?: true;
  status: number;
  response: z.ZodType | "event-stream" | "patch" | "file";
  errors: number[];
}
