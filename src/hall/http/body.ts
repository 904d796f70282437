// Reads a JSON body and refuses one with a wrong media type, over the size limit, or with invalid UTF-8 or JSON.
import { asText, changedText, findChangedNumber } from "../../base/data/exact-numbers.ts";
import type { ByteBody } from "../../contract/api/operation.ts";
import { bytesMediaType } from "../../contract/commission/attachments.ts";
import { done, type Outcome, refuse, type Refusal } from "../../contract/api/problem.ts";

export const maxBodyBytes = 4 * 1024 * 1024;
/** The limit for callers that have proven nothing yet: enough for a key and a signature. */
export const maxOpenBodyBytes = 4096;

/** `value` is `undefined` if there was no body at all. */
export type BodyRead = Outcome<unknown>;

export async function readJsonBody(request: Request, mostBytes = maxBodyBytes): Promise<BodyRead> {
  const type = request.headers.get("content-type");
  if (type !== null && !isJson(type)) return wrongType();
  if (request.headers.get("content-encoding") !== null) return wrongType();
  const read = await readCapped(request, mostBytes);
  if (!read.ok) return read;
  if (read.value.length === 0) return done(undefined);
  return type === null ? wrongType() : parse(read.value);
}

/** Accepts a body that is a file, without reading it yet. */
export function takeBytes(request: Request, expected: string | null): Outcome<ByteBody> {
  const type = request.headers.get("content-type") ?? "";
  const isBytes = type.toLowerCase() === bytesMediaType && request.headers.get("content-encoding") === null;
  if (isBytes) return done({ chunks: request.body ?? new Blob([]).stream(), expected });
  const hint = `Send "Content-Type: ${bytesMediaType}".`;
  return refuse("wrong_media_type", "The body must be the bytes of a file.", hint);
}

function isJson(type: string): boolean {
  return /^application\/json[ \t]*(;[ \t]*charset[ \t]*=[ \t]*("utf-8"|utf-8)[ \t]*)?$/i.test(type);
}

function wrongType(): Refusal {
  return refuse("wrong_media_type", "The body must be plain JSON.", 'Send "Content-Type: application/json".');
}

function tooLarge(mostBytes: number): Refusal {
  return refuse("too_large", `The body is larger than ${mostBytes} bytes.`);
}

/** Reads the body up to the limit. Counts while reading, because the stated length may be missing or false. */
export async function readCapped(request: Request, mostBytes = maxBodyBytes): Promise<Outcome<Uint8Array>> {
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) return tooLarge(mostBytes);
  if (request.body === null) return done(new Uint8Array());
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.length;
      if (size > mostBytes) return tooLarge(mostBytes);
      chunks.push(chunk);
    }
  } catch {
    return refuse("bad_request", "The body ended before it was complete.");
  }
  return done(Buffer.concat(chunks));
}

function parse(bytes: Uint8Array): BodyRead {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    const changed = findChangedNumber(text);
    return changed === null ? done(value) : refuse("bad_json", changedText(changed), asText);
  } catch (error) {
    return refuse("bad_json", `The body is not valid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}
