// Reads a patch from the hall: a summary, and the bytes. If the connection breaks, the reader gets an error, so that a
// truncated patch is never mistaken for a whole one.
import { routes } from "../contract/api/api.ts";
import { patchHeader, patchMediaType, patchSummary, type PatchSummary } from "../contract/commission/diff.ts";
import type { AnyInput } from "./call.ts";
import { notUnderstood, unreachable } from "./problem.ts";
import { type HallConnection, request } from "./send.ts";

export interface Patch {
  summary: PatchSummary;
  /** The iteration ends with a ClientProblem if bytes are missing. */
  bytes: AsyncIterable<Uint8Array>;
}

export async function readPatch(line: HallConnection, input: AnyInput): Promise<Patch> {
  const headers = { accept: patchMediaType };
  const response = await request(line, { ...input, route: routes.patch, headers });
  const summary = parseSummary(response);
  return {
    summary,
    bytes: wholeBytes(line, { body: response.body, bytes: summary.bytes, signal: input.signal }),
  };
}

function parseSummary({ headers }: Response): PatchSummary {
  try {
    return patchSummary.parse(JSON.parse(headers.get(patchHeader) ?? ""));
  } catch (error) {
    throw notUnderstood("GET /api/v1/commissions/:id/patch", error);
  }
}

interface Body {
  body: ReadableStream<Uint8Array> | null;
  bytes: number;
  signal: AbortSignal | undefined;
}

async function* wholeBytes(
  line: HallConnection,
  { body, bytes, signal }: Body,
): AsyncGenerator<Uint8Array, void> {
  let left = bytes;
  try {
    for await (const chunk of body ?? []) {
      left -= chunk.length;
      yield chunk;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw unreachable(line.url, error);
  }
  if (left !== 0) throw unreachable(line.url, new Error(`${left} bytes of the patch are missing`));
}
