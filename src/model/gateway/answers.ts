// Builds the gateway's own answers to claude. All but `askAgain` set `x-should-retry: false`, because
// claude's retries take minutes: ten tries for a 401 or 500, six for a 400. claude ignores the header on a
// 400, so the gateway sends 402.
import type { GatewayVerdict } from "../../contract/course/session-end.ts";
import type { Failure } from "./failure.ts";

const decisive = { "x-should-retry": "false" };

export function refusal(status: number, type: string, message: string): Response {
  return Response.json({ type: "error", error: { type, message } }, { status, headers: decisive });
}

/** Returns the only answer that asks the caller to retry, after a few seconds. */
export function askAgain(message: string): Response {
  const headers = { "x-should-retry": "true", "retry-after": "5" };
  return Response.json(
    { type: "error", error: { type: "overloaded_error", message } },
    { status: 529, headers },
  );
}

type Scrub = (text: string) => string;

export function failureAnswer(failure: Failure, scrub: Scrub): Response {
  const headers = passedBack(failure.headers, scrub);
  headers.set("x-should-retry", "false");
  const status = failure.status === null ? 502 : failure.status === 400 ? 402 : failure.status;
  if (failure.body === null) return withHeaders(refusal(status, "api_error", failure.message), headers);
  headers.set("content-type", failure.body.type);
  return new Response(failure.body.text, { status, headers });
}

function withHeaders(response: Response, extra: Headers): Response {
  for (const [name, value] of extra) response.headers.set(name, value);
  return response;
}

/** Returns the headers of an upstream answer that claude uses or stores in its transcript. */
export function passedBack(headers: Headers, scrub: Scrub): Headers {
  const kept = new Headers();
  for (const [name, value] of headers) {
    if (/^(request-id|retry-after|anthropic-ratelimit-.+)$/.test(name)) kept.set(name, scrub(value));
  }
  return kept;
}

/** Answers a request of a session that cannot continue: the answer says why. */
export function verdictAnswer(verdict: GatewayVerdict, whose: string): Response {
  switch (verdict.how) {
    case "turns":
      return refusal(402, "limit_reached", `${whose} has taken all of its ${verdict.limit} turns.`);
    case "budget":
      return refusal(402, "limit_reached", `${whose} has spent all of its $${verdict.limitUsd}.`);
    case "quota":
      return refusal(429, "rate_limit_error", `${verdict.message} (free again at ${verdict.resetAt})`);
    case "rehearsal":
      return refusal(402, "rehearsal_failed", verdict.message);
    case "storage":
      return refusal(402, "storage_failed", verdict.message);
    case "api":
      return refusal(apiStatus(verdict.status), "api_error", verdict.message);
  }
}

function apiStatus(status: number | null): number {
  return status === null ? 502 : status === 400 ? 402 : status;
}
