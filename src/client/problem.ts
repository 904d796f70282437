// Defines the errors that the client throws. Each has a `code` from the contract's table of problems.
import { errorBody } from "../contract/api/api.ts";
import { doors, problem, type Problem, type ProblemCode } from "../contract/api/problem.ts";

export class ClientProblem extends Error {
  readonly problem: Problem;
  readonly code: ProblemCode;
  constructor(told: Problem, options?: ErrorOptions) {
    super(told.message, options);
    this.name = "ClientProblem";
    this.problem = told;
    this.code = told.code;
  }
}

export function hasCode(error: unknown, code: ProblemCode): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/**
 * Returns whether a retry may succeed. A hall that is unreachable or stopping may come back; any other
 * failure stays the same.
 */
export function mayPass(error: unknown): boolean {
  return hasCode(error, "unreachable") || hasCode(error, "stopping");
}

export function unreachable(url: string, cause: unknown): ClientProblem {
  return new ClientProblem(problem("unreachable", `The hall at ${url} does not answer.`), { cause });
}

export function notUnderstood(what: string, cause: unknown): ClientProblem {
  return new ClientProblem(
    problem(
      "internal",
      `The hall's answer to ${what} was not understood.`,
      "The hall may be of another version than this client; restart it.",
    ),
    { cause },
  );
}

/** Reads the problem from an answer with an error status. */
export async function problemOfAnswer(response: Response, what: string): Promise<ClientProblem> {
  const text = await response.text().catch(() => "");
  const parsed = errorBody.safeParse(parseJson(text));
  if (!parsed.success) return notUnderstood(`${what} (status ${response.status})`, parsed.error);
  const { code, message, hint } = parsed.data.error;
  const known = Object.hasOwn(doors, code) ? (code as ProblemCode) : "internal";
  return new ClientProblem(problem(known, message, hint));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
