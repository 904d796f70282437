// Checks the body of a signed request against the hash that its browser signed, before anything reads it.
import { done, type Outcome } from "../../../contract/api/problem.ts";
import { sha256 } from "./signatures.ts";
import { readCapped } from "../body.ts";
import { type AdmittedVisit, badSignature } from "./entrance.ts";

const nothing = sha256("");

export async function openSigned(request: Request, { body }: AdmittedVisit): Promise<Outcome<Request>> {
  if (request.method === "POST" || request.method === "PUT") return withBody(request, body);
  return body === nothing ? done(request) : badSignature();
}

async function withBody(request: Request, expected: string): Promise<Outcome<Request>> {
  const read = await readCapped(request);
  if (!read.ok) return read;
  if (sha256(read.value) !== expected) return badSignature();
  const { method, url, headers, signal } = request;
  const body = read.value.length === 0 ? null : new Uint8Array(read.value);
  return done(new Request(url, { method, headers, signal, body }));
}
