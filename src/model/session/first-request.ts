// Knows the first message of the SDK to `claude`: a request that holds the system prompt and all tools of this process.
// `claude` may be sent it ahead, and keeps its answer until the session has sent the very same request.
import { Transform } from "node:stream";
import { z } from "zod";

/** A request, as JSON, and the id that its answer repeats. */
export interface FirstRequest {
  id: string;
  content: string;
}

const tools = z.looseObject({ toolsListResult: z.looseObject({ tools: z.array(z.unknown()) }) });

const message = z.object({
  type: z.literal("control_request"),
  request_id: z.string().min(1),
  request: z.looseObject({
    subtype: z.literal("initialize"),
    sdkMcpServers: z.array(z.string()).default([]),
    sdkMcpServerManifests: z.record(z.string(), z.unknown()).default({}),
  }),
});

/** Returns `null` for any other line, and for a request that does not name every tool with its whole schema. */
export function readFirstRequest(line: string): FirstRequest | null {
  const raw = parseJson(line);
  const { data } = message.safeParse(raw);
  if (data === undefined) return null;
  const { sdkMcpServers: servers, sdkMcpServerManifests: manifests } = data.request;
  if (!servers.every((name) => tools.safeParse(manifests[name]).success)) return null;
  return { id: data.request_id, content: JSON.stringify((raw as { request: unknown }).request) };
}

export function firstRequestLine({ id, content }: FirstRequest): string {
  return `{"request_id":${JSON.stringify(id)},"type":"control_request","request":${content}}\n`;
}

const answer = z.looseObject({
  type: z.literal("control_response"),
  response: z.looseObject({ request_id: z.string() }),
});

/** Passes on the output of `claude`. Gives the answer to one request another id, and changes nothing else. */
export function answerAs({ from, to }: { from: string; to: string }): Transform {
  let held: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (held === null) return done(null, chunk);
      held = Buffer.concat([held, chunk]);
      for (let end = held.indexOf(0x0a); end !== -1; end = held.indexOf(0x0a)) {
        const line = held.subarray(0, end + 1);
        const renamed = withId(line.toString("utf8"), { from, to });
        this.push(renamed ?? line);
        held = held.subarray(end + 1);
        if (renamed === null) continue;
        if (held.length > 0) this.push(held);
        held = null;
        break;
      }
      done();
    },
    flush(done) {
      done(null, held);
    },
  });
}

/** Returns `null` if the line is not the answer. */
function withId(line: string, { from, to }: { from: string; to: string }): string | null {
  if (!line.includes(from)) return null;
  const raw = parseJson(line) as z.infer<typeof answer>;
  if (answer.safeParse(raw).data?.response.request_id !== from) return null;
  return `${JSON.stringify({ ...raw, response: { ...raw.response, request_id: to } })}\n`;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
