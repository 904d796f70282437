// Reads the body of a request as UTF-8 JSON, up to the size limit.
import { bounds } from "../bounds.ts";
import { rpcCodes } from "../refusal.ts";
import { errorResponse } from "./replies.ts";

export type Body = { ok: true; value: unknown } | { ok: false; response: Response };

export async function readBody(request: Request): Promise<Body> {
  const bytes = await readCapped(request);
  if (!bytes) return no(413, `A request may have at most ${bounds.requestBytes} bytes.`);
  try {
    return { ok: true, value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return no(400, "The request is not JSON in UTF-8.");
  }
}

/** Reads and discards the excess, so that the client gets the answer instead of a broken connection. */
async function readCapped(request: Request): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size <= bounds.requestBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size > bounds.requestBytes ? undefined : Buffer.concat(chunks);
}

function no(status: number, message: string): Body {
  const code = status === 413 ? rpcCodes.invalidRequest : rpcCodes.parse;
  return { ok: false, response: errorResponse({ status, code, message }) };
}
