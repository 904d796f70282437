// Decides whether the answer to a generated request is valid.
import { z } from "zod";

const error = z.strictObject({ code: z.int(), message: z.string().min(1), data: z.unknown().optional() });
const id = z.union([z.string(), z.number(), z.null()]);
const reply = z.union([
  z.strictObject({ jsonrpc: z.literal("2.0"), id, result: z.looseObject({}) }),
  z.strictObject({ jsonrpc: z.literal("2.0"), id, error }),
]);
type Reply = z.infer<typeof reply>;
const validId = z.union([z.string(), z.int()]);

const internal = -32603;

export interface Answered {
  status: number;
  contentType: string;
  text: string;
}

/** `null` if the answer is valid, else a sentence about what is wrong. */
export function problemOf(body: string | Uint8Array, answered: Answered): string | null {
  if (answered.status >= 500) return `status ${answered.status}`;
  const replies = repliesIn(answered);
  if (typeof replies === "string") return replies;
  const failed = replies.find((each) => "error" in each && each.error.code === internal);
  if (failed) return `the member failed: ${JSON.stringify(failed)}`;
  if (answered.status === 413 || answered.status === 415) return null;
  const asked = parse(body);
  return Array.isArray(asked) ? problemOfBatch(asked, replies) : problemOfOne(asked, replies);
}

function repliesIn({ contentType, text }: Answered): Reply[] | string {
  if (text === "") return [];
  const parts = contentType.startsWith("text/event-stream")
    ? [...text.matchAll(/^data: ?(.+)$/gm)].map((match) => match[1] ?? "")
    : [text];
  try {
    const all = parts.flatMap((part) => JSON.parse(part) as unknown);
    const parsed = z.array(reply).safeParse(all);
    return parsed.success ? parsed.data : `no reply of JSON-RPC: ${text.slice(0, 300)}`;
  } catch {
    return `not JSON: ${text.slice(0, 300)}`;
  }
}

const unreadable = Symbol("unreadable");

function parse(body: string | Uint8Array): unknown {
  try {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return unreadable;
  }
}

function problemOfOne(asked: unknown, replies: readonly Reply[]): string | null {
  if (isNotification(asked))
    return replies.every((each) => "error" in each) ? null : "a notification was answered with a result";
  const [only] = replies;
  if (only === undefined || replies.length > 1) return `${replies.length} replies to one request`;
  if (asked === unreadable) return "error" in only ? null : "what cannot be read was carried out";
  return problemOfPair(asked, only);
}

/**
 * Checks that a reply has its request's id and concerns its job. The id of an error may be `null`, but only if the id
 * of the request is not valid.
 */
function problemOfPair(asked: unknown, got: Reply): string | null {
  const wanted = fieldOf(asked, "id");
  const isUnknown = got.id === null && "error" in got && !validId.safeParse(wanted).success;
  const isSame = got.id === wanted || isUnknown;
  if (!isSame) return `the reply to ${JSON.stringify(wanted)} has the id ${JSON.stringify(got.id)}`;
  if (!("result" in got) || got.result["jobId"] === undefined) return null;
  const job = fieldOf(fieldOf(asked, "params"), "jobId");
  const isItsJob = fieldOf(asked, "method") === "worker/dispatch" || got.result["jobId"] === job;
  return isItsJob ? null : `it was asked of ${JSON.stringify(job)} and tells of another job`;
}

function problemOfBatch(asked: readonly unknown[], replies: readonly Reply[]): string | null {
  const isRefusedWhole = replies.length === 1 && replies[0] !== undefined && "error" in replies[0];
  if (isRefusedWhole) return null;
  const wanted = asked.filter((each) => !isNotification(each)).length;
  const isRight = replies.length >= wanted && replies.length <= asked.length;
  return isRight ? null : `${replies.length} replies to a batch of ${asked.length} that wants ${wanted}`;
}

/**
 * True for a message without an id, even if its params are wrong. It needs no reply, but may get an error.
 */
function isNotification(value: unknown): boolean {
  const hasId = typeof value === "object" && value !== null && Object.hasOwn(value, "id");
  return fieldOf(value, "jsonrpc") === "2.0" && typeof fieldOf(value, "method") === "string" && !hasId;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
