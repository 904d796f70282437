// Describes how one attempt at a model request failed, whether to retry, and what it means for the session.
import type { GatewayVerdict } from "../../contract/course/session-end.ts";
import { parseJson } from "./parse-json.ts";
import { resetTime } from "./reset-time.ts";

export interface Failure {
  /** The status from upstream. `null` if it sent none. */
  status: number | null;
  message: string;
  /** Whether to retry, as long as no part of an answer has reached claude. */
  again: boolean;
  /** How long upstream asks to wait before a retry. */
  waitMs: number;
  /** When a spent quota resets. `null` if no quota is spent. */
  resetAt: string | null;
  headers: Headers;
  /** The text of upstream's answer, which claude is given. */
  body: { type: string; text: string } | null;
}

const silent = { status: null, waitMs: 0, resetAt: null, headers: new Headers(), body: null };

export function unanswered(message: string): Failure {
  return { ...silent, message, again: true };
}

/** Describes an answer that cannot be read. It may have cost something, so there is no retry. */
export function unreadable(message: string): Failure {
  return { ...silent, message, again: false };
}

export interface UpstreamAnswer {
  status: number;
  headers: Headers;
  text: string;
  now: number;
  /** Removes the credential from a text. */
  scrub(text: string): string;
}

/** An error message has a few sentences. If a whole HTML page arrives instead, it is cut here. */
const mostErrorCharacters = 100_000;

/** If a limit resets within this time, the gateway waits for it; otherwise the quota counts as spent. */
export const longestWaitMs = 60_000;

export function refusedBy(answer: UpstreamAnswer): Failure {
  const reset = answer.status === 429 ? resetTime(answer.headers, answer.now) : null;
  const waitMs = reset === null ? 0 : reset - answer.now;
  const isQuota = waitMs > longestWaitMs;
  // The first cut may halve a credential, and `scrub` cannot recognise half of one. The second cut removes that half.
  const text = answer.scrub(answer.text.slice(0, 2 * mostErrorCharacters)).slice(0, mostErrorCharacters);
  return {
    status: answer.status,
    // The message is scrubbed again, because a credential may be JSON-escaped in the body.
    message: answer.scrub(errorMessage(text) ?? `the model endpoint answered ${answer.status}`),
    again: !isQuota && (answer.status >= 500 || answer.status === 429 || answer.status === 408),
    waitMs: isQuota ? 0 : waitMs,
    resetAt: reset !== null && isQuota ? new Date(reset).toISOString() : null,
    headers: answer.headers,
    body: text === "" ? null : { type: typeOf(text), text },
  };
}

export function verdictOf(failure: Failure): GatewayVerdict {
  const { status, message, resetAt } = failure;
  return resetAt === null ? { how: "api", status, message } : { how: "quota", resetAt, message };
}

function typeOf(text: string): string {
  return parseJson(text) === undefined ? "text/plain" : "application/json";
}

function errorMessage(text: string): string | undefined {
  const value = parseJson(text) as { error?: { message?: unknown } } | null | undefined;
  if (typeof value?.error?.message === "string") return value.error.message.slice(0, 2000);
  // The text may be a proxy's page, which still explains the failure best.
  const flat = text
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return flat === "" ? undefined : flat.slice(0, 300);
}
