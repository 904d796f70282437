// How an answer looks on the wire: JSON or a problem from the one table, under headers that no route can forget.
import { doors, problem, type Problem, type ProblemCode, type Refusal } from "../../contract/api/problem.ts";

const safeHeaders = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export function json(status: number, value: unknown): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
  });
}

export function refused(error: Problem): Response {
  return json(doors[error.code].http, { error });
}

/** What `pick` takes of a good outcome, or the refusal. */
export function answer<T extends { ok: true }>(
  outcome: T | Refusal,
  pick: (outcome: T) => unknown,
): Response {
  return outcome.ok ? json(200, pick(outcome)) : refused(outcome.problem);
}

export function withSafeHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(safeHeaders)) response.headers.set(name, value);
  if (response.status === 401) response.headers.set("www-authenticate", "Bearer");
  return response;
}

const storageCodes: readonly unknown[] = ["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE"];

/** What a client is told of something thrown. Only a fault of the table speaks for itself; the rest stays in the log. */
export function problemOfThrown(thrown: unknown): Problem {
  const code: unknown = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (isServerFault(code)) return problem(code, (thrown as Error).message);
  if (storageCodes.includes(code))
    return problem("storage", `The hall could not use its disk (${String(code)}).`);
  return problem("internal", "The hall failed while it handled this request.");
}

function isServerFault(code: unknown): code is ProblemCode {
  return typeof code === "string" && Object.hasOwn(doors, code) && doors[code as ProblemCode].http >= 500;
}
