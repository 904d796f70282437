// Defines a conformance check: a clause of docs/protocol.md, and how a guild member is tested against it.
import { messageOf } from "../../base/text/message-of.ts";
import type { z } from "zod";
import type { Subject } from "./subject.ts";

/**
 * `directory`: the conformance kit started the member from its directory, so that the kit can read the
 * member's files and play its model. `jobs`: the check dispatches jobs, which costs money with a real model.
 * `secret`: the member has a secret.
 */
export type Need = "directory" | "jobs" | "secret";

export interface ConformanceCheck {
  /** `area/name`, as docs/protocol.md names the check. */
  id: string;
  clause: string;
  needs?: readonly Need[];
  /**
   * Throws an error whose message says how the member violates the clause. If the check does not apply,
   * returns the reason.
   */
  run(member: Subject): Promise<string | void>;
}

export function fail(sentence: string): never {
  throw new Error(sentence);
}

export function holds(condition: boolean, sentence: string): asserts condition {
  if (!condition) fail(sentence);
}

/** Runs the attempt. If it fails, puts the name of the case before the message. */
export async function inCase<T>(name: string, attempt: () => Promise<T> | T): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    return fail(`${name}: ${messageOf(error)}`);
  }
}

/** Returns the parsed value, or fails with what is wrong with it. */
export function shaped<T>(schema: z.ZodType<T>, { value, what }: { value: unknown; what: string }): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  return fail(`${what} is not in its shape${at}: ${issue?.message ?? "unknown"}; it was ${excerpt(value)}`);
}

export function excerpt(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
