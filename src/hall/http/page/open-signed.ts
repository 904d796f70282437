// The body of a signed request, held against the hash that its browser signed, before anything reads it.
import { type Refusal } from "../../../contract/api/problem.ts";
import { sha256 } from "./signatures.ts";
import { readCapped } from "../body.ts";
import { type Admitted, badSignature } from "./entrance.ts";

export type OpenedRequest = { ok: true; request: Request } | Refusal;

const nothing = sha256("");

export async function openSigned(request: Request, { body }: Admitted): Promise<OpenedRequest> {
  if (request.method === "POST" || request.method === "PUT") return withBody(request, body);
  return body === nothing ? { ok: true, request } : badSignature();
}

async function withBody(request: Request, expected: string): Promise<OpenedRequest> {
  const read = await readCapped(request);
  if (!read.ok) return read;
  if (sha256(read.bytes) !== expected) return badSignature();
  const { method, url, headers, signal } = request;
  const body = read.bytes.length === 0 ? null : new Uint8Array(read.bytes);
  return { ok: true, request: new Request(url, { method, headers, signal, body }) };
}
