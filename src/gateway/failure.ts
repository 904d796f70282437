// What went wrong with one try of a model request, whether to try again, and what it means for the session.
import type { SessionEnd } from "../contract/facts.ts";

/** Why the session cannot go on. The same shapes as the contract's sessionEnd. */
export type GatewayVerdict = Extract<SessionEnd, { how: "turns" | "budget" | "api" | "quota" | "rehearsal" }>;

export interface Failure {
  /** As upstream said; null when it said nothing. */
  status: number | null;
  message: string;
  /** Worth another try, as long as nothing of an answer has reached claude. */
  again: boolean;
  /** When a spent quota is free again. */
  resetAt: string | null;
  headers: Headers;
  /** Upstream's own words, passed on to claude. */
  body: { type: string; text: string } | null;
}

export function unanswered(message: string): Failure {
  return { status: null, message, again: true, resetAt: null, headers: new Headers(), body: null };
}

export interface UpstreamAnswer {
  status: number;
  headers: Headers;
  text: string;
  now: number;
}

export function refusedBy(answer: UpstreamAnswer): Failure {
  const resetAt = answer.status === 429 ? resetTime(answer.headers, answer.now) : null;
  const type = answer.headers.get("content-type") ?? "text/plain";
  return {
    status: answer.status,
    message: errorMessage(answer.text) ?? `the model endpoint answered ${answer.status}`,
    again: resetAt === null && (answer.status >= 500 || answer.status === 429 || answer.status === 408),
    resetAt,
    headers: answer.headers,
    body: answer.text === "" ? null : { type, text: answer.text },
  };
}

export function verdictOf(failure: Failure): GatewayVerdict {
  const { status, message, resetAt } = failure;
  return resetAt === null ? { how: "api", status, message } : { how: "quota", resetAt, message };
}

function errorMessage(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as { error?: { message?: unknown } } | null;
    if (typeof value?.error?.message === "string") return value.error.message.slice(0, 2000);
  } catch {
    // Not JSON: a proxy's page, for example. Its words are still the best there are.
  }
  const flat = text
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return flat === "" ? undefined : flat.slice(0, 300);
}

/** ISO time, or null when there is none or it has already passed. */
export function resetTime(headers: Headers, now: number): string | null {
  const at = retryAfter(headers.get("retry-after"), now) ?? limitReset(headers);
  if (at === undefined || at <= now || at > now + 366 * 86_400_000) return null;
  return new Date(at).toISOString();
}

function retryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  return /^\d+(\.\d+)?$/.test(value.trim()) ? now + Number(value) * 1000 : time(value);
}

/** The reset of the limit that is used up; of several, the last. */
function limitReset(headers: Headers): number | undefined {
  const unified = headers.get("anthropic-ratelimit-unified-reset");
  if (unified !== null) return time(unified);
  const resets = [...headers].filter(([name]) => /^anthropic-ratelimit-.+-reset$/.test(name));
  const spent = resets.filter(([name]) => headers.get(name.replace(/-reset$/, "-remaining")) === "0");
  const times = (spent.length > 0 ? spent : resets)
    .map(([, value]) => time(value))
    .filter((at) => at !== undefined);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Seconds since 1970, or a date. */
function time(value: string): number | undefined {
  const at = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}
