// What a browser signed, held against what came: the body by its hash, before anything reads it, and an event stream ends
// when its browser is forgotten.
import { routes } from "../../contract/api.ts";
import { type Refusal } from "../../contract/problem.ts";
import { sha256 } from "../signatures.ts";
import { readCapped } from "./body.ts";
import { type Admitted, badSignature } from "./entrance.ts";

export type OpenedRequest = { ok: true; request: Request } | Refusal;

const nothing = sha256("");

export async function openSigned(request: Request, { visit, body }: Admitted): Promise<OpenedRequest> {
  const { method, url, headers } = request;
  if (method === "POST" || method === "PUT") return withBody(request, body);
  if (body !== nothing) return badSignature();
  if (new URL(url).pathname !== routes.stream.path) return { ok: true, request };
  const signal = AbortSignal.any([request.signal, visit.over]);
  return { ok: true, request: new Request(url, { method, headers, signal }) };
}

async function withBody(request: Request, expected: string): Promise<OpenedRequest> {
  const read = await readCapped(request);
  if (!read.ok) return read;
  if (sha256(read.bytes) !== expected) return badSignature();
  const { method, url, headers, signal } = request;
  const body = read.bytes.length === 0 ? null : new Uint8Array(read.bytes);
  return { ok: true, request: new Request(url, { method, headers, signal, body }) };
}
