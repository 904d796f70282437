// Defines a check of the kit: a clause of docs/protocol.md, and how a member is held to it.
import { messageOf } from "../../base/text/message-of.ts";
import type { z } from "zod";
import type { Subject } from "./subject.ts";

/**
 * `directory`: the kit started the member itself, so it sees its files and plays its model. `jobs`: the check
 * dispatches jobs, which costs money with a real model. `secret`: the member was given a secret.
 */
export type Need = "directory" | "jobs" | "secret";

export interface ConformanceCheck {
  /** `area/name`, the name of the check in docs/protocol.md. */
  id: string;
  clause: string;
  needs?: readonly Need[];
  /** Throws a sentence if the member falls short. Returns a string if there was nothing to check. */
  run(member: Subject): Promise<string | void>;
}

export function fail(sentence: string): never {
  throw new Error(sentence);
}

export function holds(condition: boolean, sentence: string): asserts condition {
  if (!condition) fail(sentence);
}

/** Puts the name of the case before the sentence of a failure. */
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
