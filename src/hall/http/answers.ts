// Builds HTTP responses: JSON, a patch, or a problem with the status of its code. Adds the security headers to every
// response of the API.
import type { FileBytes, PatchBytes } from "../../contract/api/operation.ts";
import { doors, type Outcome, problem, type Problem, type ProblemCode } from "../../contract/api/problem.ts";
import type { Route } from "../../contract/api/route.ts";
import { bytesMediaType } from "../../contract/commission/attachments.ts";
import { patchHeader, patchMediaType } from "../../contract/commission/diff.ts";

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

/** Builds a route's answer from the outcome of its operation. */
export function answer({ status, response }: Route, outcome: Outcome<unknown>): Response {
  if (!outcome.ok) return refused(outcome.problem);
  if (response === "file") return file(outcome.value as FileBytes);
  return response === "patch" ? patch(outcome.value as PatchBytes) : json(status, outcome.value);
}

function patch({ summary, stream }: PatchBytes): Response {
  const headers = { "content-type": patchMediaType, [patchHeader]: JSON.stringify(summary) };
  return new Response(stream, { headers });
}

/** No browser shows or runs such an answer, whatever the file is. */
function file({ name, bytes, stream }: FileBytes): Response {
  const headers = {
    "content-type": bytesMediaType,
    "content-length": String(bytes),
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`,
  };
  return new Response(stream, { headers });
}

function percent(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}

export function withSafeHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(safeHeaders)) response.headers.set(name, value);
  if (response.status === 401) response.headers.set("www-authenticate", "Bearer");
  return response;
}

const storageCodes: readonly unknown[] = ["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE"];

/**
 * Turns a thrown value into the client's problem. Only an error with a server-side problem code shows its message to
 * the client.
 */
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
