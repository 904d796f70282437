// Defines the error that the page throws when the hall refuses a request or does not answer.
import type { ProblemCode } from "../../src/contract/api/problem.ts";
import { plain } from "../words/plain.ts";

export class HallProblem extends Error {
  readonly code: ProblemCode;
  readonly hint: string;

  constructor({ code, message, hint }: { code: ProblemCode; message: string; hint: string }) {
    super(plain(message)); // the message may quote a worker or a repository
    this.name = "HallProblem";
    this.code = code;
    this.hint = plain(hint);
  }
}

export function unreachable(): HallProblem {
  return new HallProblem({
    code: "unreachable",
    message: "The hall does not answer.",
    hint: 'Run "guild-hall up"; this page then reconnects by itself.',
  });
}

export function isHallProblem(thrown: unknown): thrown is HallProblem {
  return thrown instanceof HallProblem;
}

/** Returns whether the thing that was asked for does not exist, or its name is malformed. */
export function isNoSuch(thrown: unknown): boolean {
  return isHallProblem(thrown) && (thrown.code === "not_found" || thrown.code === "bad_shape");
}

export async function problemOf(response: Response): Promise<HallProblem> {
  try {
    const { error } = (await response.json()) as { error: HallProblem };
    return new HallProblem(error);
  } catch {
    return new HallProblem({
      code: "internal",
      message: `The hall answered ${response.status}, in a form that this page does not understand.`,
      hint: "Reload the page: the hall may be a different release.",
    });
  }
}
