// Extracts the one reply to a request from a guild member's HTTP answer. Nothing in the answer is trusted.
import { z } from "zod";
import { workerLimits } from "../../../contract/member/worker-protocol.ts";
import { collectBytes } from "../../../host/network/collect-bytes.ts";
import { eventData } from "./event-data.ts";
import { isRedirect } from "./member-request.ts";
import {
  JsonRpcHttpError,
  JsonRpcProtocolError,
  type MemberMethod,
  redirected,
  refusedBy,
  tooLong,
} from "./rpc-errors.ts";

export interface NumberedQuestion extends MemberMethod {
  id: string;
}

/** Returns the result, whose fields are not validated yet. Throws if the member refused or its answer is invalid. */
export async function readResult(asked: NumberedQuestion, response: Response): Promise<unknown> {
  const { status } = response;
  if (isRedirect(response)) {
    await response.body?.cancel();
    throw redirected(asked, status);
  }
  if (status !== 200) throw await refusedOverHttp(asked, response);
  const reply = parseReply(asked, await onlyMessage(asked, response));
  if ("error" in reply) throw refusedBy(asked, reply.error);
  return reply.result;
}

/**
 * Returns the error for an answer whose status is not 200. An error reply to this request is preferred,
 * because it says more than the status.
 */
async function refusedOverHttp(asked: NumberedQuestion, response: Response): Promise<Error> {
  const { status } = response;
  const said = await onlyMessage(asked, response).catch(() => null);
  const refused = errorReply.safeParse(said);
  if (refused.success && refused.data.id === asked.id) return refusedBy(asked, refused.data.error);
  return new JsonRpcHttpError({ ...asked, status, what: `it answered with HTTP status ${status}` });
}

async function onlyMessage(asked: NumberedQuestion, response: Response): Promise<unknown> {
  const kind = kindOf(response.headers);
  if (kind === null) {
    await response.body?.cancel();
    throw unfit(asked, "its answer is neither JSON nor a stream of events, in UTF-8 and not packed");
  }
  const text = await textOf(asked, response);
  if (kind === "json") return parseJson(asked, text);
  const replies = eventData(text)
    .map((data) => parseJson(asked, data))
    .filter((message) => !isByTheWay(message));
  if (replies.length === 1) return replies[0];
  throw unfit(asked, `its stream of events holds ${replies.length} replies, and one was expected`);
}

function kindOf(headers: Headers): "json" | "events" | null {
  if ((headers.get("content-encoding") ?? "identity").toLowerCase() !== "identity") return null;
  const type = /^([\w/+.-]+)\s*(?:;\s*charset="?([\w-]+)"?)?\s*$/.exec(headers.get("content-type") ?? "");
  if ((type?.[2] ?? "utf-8").toLowerCase() !== "utf-8") return null;
  const name = type?.[1]?.toLowerCase();
  return name === "application/json" ? "json" : name === "text/event-stream" ? "events" : null;
}

async function textOf(asked: NumberedQuestion, { body }: Response): Promise<string> {
  const { bytes, cut } = await collectBytes(
    body ?? new ReadableStream<Uint8Array>(empty),
    workerLimits.replyBytes,
  );
  if (cut) throw tooLong(asked);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unfit(asked, "its answer is not UTF-8", cause);
  }
}

const empty = { start: (controller: ReadableStreamDefaultController) => controller.close() };

function parseJson(asked: NumberedQuestion, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unfit(asked, "its answer is not JSON", cause);
  }
}

/** Tells whether a message is a notification or a request to the hall, which the hall ignores. */
function isByTheWay(message: unknown): boolean {
  return typeof message === "object" && message !== null && "method" in message;
}

const envelope = z.object({ jsonrpc: z.literal("2.0"), id: z.string() });
const errorReply = envelope.extend({ error: z.object({ code: z.number(), message: z.string() }) });
const resultReply = envelope.extend({ result: z.unknown() });
type Reply = z.infer<typeof errorReply> | z.infer<typeof resultReply>;

function parseReply(asked: NumberedQuestion, message: unknown): Reply {
  if (!envelope.safeParse(message).success) throw unfit(asked, "its answer is not a JSON-RPC 2.0 reply");
  const { id, ...rest } = message as z.infer<typeof envelope>;
  if (id !== asked.id)
    throw unfit(asked, "its reply is to another question: the id is not the one that was sent");
  if ("result" in rest === "error" in rest) throw unfit(asked, "its reply needs either a result or an error");
  const reply = ("error" in rest ? errorReply : resultReply).safeParse(message);
  if (!reply.success) throw unfit(asked, "its reply holds an error without a code and a message");
  return reply.data;
}

function unfit(asked: NumberedQuestion, what: string, cause?: unknown): JsonRpcProtocolError {
  return new JsonRpcProtocolError({ ...asked, what }, { cause });
}
