// Counts how much of an answer has arrived, which is the only basis for its price until the bill arrives.
import { z } from "zod";
import { bytesHidden, bytesOf, mostMadeIn, tokensIn, weightOf } from "../../rules/model/estimate.ts";

export interface PassedOn {
  /** Bytes of the blocks before the one that is open. */
  bytes: number;
  /** Bytes of the open block: readable ones in `shown`, encrypted ones in `hidden`. */
  shown: number;
  hidden: number;
  /** Tokens of reasoning that the endpoint reports without showing it. */
  thought: number;
  /** The kind of the open block; `none` if no block is open. */
  open: "text" | "thinking" | "other" | "none";
  /**
   * The time since which the endpoint may have produced tokens without showing them. `null` if it shows all that it
   * produces.
   */
  quietSince: number | null;
  searches: number;
  /**
   * How many results of the endpoint's own tools arrived, their bytes, and the bytes that the model had to read again:
   * after each result it reads all results so far.
   */
  brought: { times: number; bytes: number; reread: number };
}

/**
 * Returns the initial state. `at` is when the stream began; all times in this file are from one monotonic
 * clock.
 */
export function nothingPassed(at: number): PassedOn {
  return {
    bytes: 0,
    shown: 0,
    hidden: 0,
    thought: 0,
    open: "none",
    quietSince: at,
    searches: 0,
    brought: { times: 0, bytes: 0, reread: 0 },
  };
}

const wireBlock = z.looseObject({ type: z.string(), name: z.string().optional() });

/** Begins a block, which ends the one before it. */
export function blockBegins(passed: PassedOn, block: unknown, at: number): PassedOn {
  const known = wireBlock.safeParse(block).data;
  const isSearch = known?.type === "server_tool_use" && known.name === "web_search";
  const over = blockEnds(passed, at);
  const open = kindOf(known?.type);
  const before: PassedOn = {
    ...over,
    open,
    quietSince: open === "text" ? null : at,
    searches: over.searches + (isSearch ? 1 : 0),
  };
  // In an answer, a tool result can only come from a tool that the endpoint ran itself.
  return known?.type.endsWith("_tool_result") ? withResult(before, block) : withDelta(before, block, at);
}

/**
 * Returns the kind of a block. Only text is sure to arrive as it is produced: the input of a tool may be held
 * back until it is complete.
 */
function kindOf(type: string | undefined): PassedOn["open"] {
  if (type === "text") return "text";
  return type === "thinking" || type === "redacted_thinking" ? "thinking" : "other";
}

/** Ends the open block. From now on silence counts: tokens may be produced unseen until the next block shows them. */
export function blockEnds(passed: PassedOn, at: number): PassedOn {
  // A block that is whole has shown all of itself, except reasoning without its encrypted form.
  const quietSince = passed.open === "thinking" ? passed.quietSince : null;
  const bytes = passed.bytes + openBytes({ ...passed, quietSince }, at);
  return { ...nothingPassed(at), bytes, searches: passed.searches, brought: passed.brought };
}

function withResult(passed: PassedOn, block: unknown): PassedOn {
  const { shown, hidden } = withText(nothingPassed(0), block);
  const { times, bytes: before, reread } = passed.brought;
  const bytes = before + shown + bytesHidden(hidden);
  return { ...passed, brought: { times: times + 1, bytes, reread: reread + bytes } };
}

/** Adds a part of the open block. */
export function withDelta(passed: PassedOn, part: unknown, at: number): PassedOn {
  const after = withText(passed, part);
  return { ...after, quietSince: quietAfter(passed, after, at) };
}

/**
 * Returns the time since which tokens may have been produced unseen. Readable reasoning may be a summary of more: only
 * the endpoint's own count, or the encrypted form that comes at the end, tells how much was produced.
 */
function quietAfter(before: PassedOn, after: PassedOn, at: number): number | null {
  if (before.quietSince === null) return null;
  if (before.open === "thinking" && after.hidden > 0) return null;
  const isTold = before.open === "thinking" ? after.thought > before.thought : after.shown > before.shown;
  return isTold ? at : before.quietSince;
}

/** Counts every text of a delta or a block, including unknown kinds. */
export function withText(passed: PassedOn, part: unknown): PassedOn {
  let { shown, hidden } = passed;
  for (const [key, text] of textsIn(part)) {
    if (encrypted.has(key)) hidden += Buffer.byteLength(text);
    else if (!namesOnly.has(key)) shown += weightOf(Buffer.from(text));
  }
  return { ...passed, shown, hidden, thought: passed.thought + thoughtIn(part) };
}

const wireThought = z.looseObject({ estimated_tokens: z.number().min(0).max(1_000_000) });

/**
 * Returns how many tokens of reasoning this part adds; the endpoint states them if it shows nothing of its reasoning.
 */
function thoughtIn(part: unknown): number {
  return wireThought.safeParse(part).data?.estimated_tokens ?? 0;
}

const encrypted: ReadonlySet<string> = new Set(["signature", "data", "encrypted_content"]);
const namesOnly: ReadonlySet<string> = new Set(["type", "id", "tool_use_id", "encrypted_index"]);

const deepest = 64;

function* textsIn(value: unknown, key = "", depth = 0): Generator<[key: string, text: string]> {
  if (typeof value === "string") yield [key, value];
  if (typeof value !== "object" || value === null || depth >= deepest) return;
  for (const [inner, each] of Object.entries(value))
    yield* textsIn(each, Array.isArray(value) ? key : inner, depth + 1);
}

/**
 * Estimates the bytes of the open block. Reasoning that is shown also arrives in encrypted form, but is charged once.
 */
function openBytes({ shown, hidden, thought, open, quietSince }: PassedOn, at: number): number {
  const quiet = quietSince === null ? 0 : mostMadeIn(at - quietSince);
  if (open === "thinking") return Math.max(shown, bytesHidden(hidden), bytesOf(thought + quiet));
  return Math.max(shown, bytesHidden(hidden), bytesOf(thought)) + bytesOf(quiet);
}

/** Estimates the tokens that have arrived. `unread` is the number of bytes after the last whole event. */
export function tokensPassed(passed: PassedOn, unread: number, at: number): number {
  return tokensIn(passed.bytes + openBytes(passed, at) + unread);
}
