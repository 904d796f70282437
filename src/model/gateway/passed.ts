// Counts what an answer has passed on: all that is known of its price until the bill comes.
import { z } from "zod";
import { bytesHidden, bytesOf, tokensIn, weightOf } from "../../rules/model/estimate.ts";

export interface Passed {
  /** Bytes of the blocks before the one that is open. */
  bytes: number;
  /** Of the open block: what can be read of it, and what came encrypted in its place. */
  shown: number;
  hidden: number;
  /** Tokens of reasoning that the endpoint tells of in its place. */
  thought: number;
  searches: number;
  /** What tools of the endpoint brought: the model reads all of it, and all that it was asked, once more each time. */
  brought: { times: number; bytes: number; reread: number };
}

export const nothingPassed: Passed = {
  bytes: 0,
  shown: 0,
  hidden: 0,
  thought: 0,
  searches: 0,
  brought: { times: 0, bytes: 0, reread: 0 },
};

const wireBlock = z.looseObject({ type: z.string(), name: z.string().optional() });

/** A block begins: what was open before it is over. */
export function blockBegins(passed: Passed, block: unknown): Passed {
  const known = wireBlock.safeParse(block).data;
  const isSearch = known?.type === "server_tool_use" && known.name === "web_search";
  const before: Passed = {
    ...nothingPassed,
    bytes: passed.bytes + openBytes(passed),
    searches: passed.searches + (isSearch ? 1 : 0),
    brought: passed.brought,
  };
  // In an answer it can only be that of a tool which the endpoint ran by itself.
  return known?.type.endsWith("_tool_result") ? withResult(before, block) : withText(before, block);
}

function withResult(passed: Passed, block: unknown): Passed {
  const { shown, hidden } = withText(nothingPassed, block);
  const { times, bytes: before, reread } = passed.brought;
  const bytes = before + shown + bytesHidden(hidden);
  return { ...passed, brought: { times: times + 1, bytes, reread: reread + bytes } };
}

/** Every text of a delta or a block counts, also a kind of it that is not known here. */
export function withText(passed: Passed, part: unknown): Passed {
  let { shown, hidden } = passed;
  for (const [key, text] of textsIn(part)) {
    if (encrypted.has(key)) hidden += Buffer.byteLength(text);
    else if (!namesOnly.has(key)) shown += weightOf(Buffer.from(text));
  }
  return { ...passed, shown, hidden, thought: passed.thought + thoughtIn(part) };
}

const wireThought = z.looseObject({ estimated_tokens: z.number().min(0).max(1_000_000) });

/** An increment, which the endpoint sends where it shows nothing of its reasoning. */
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

/** Reasoning that is shown comes with its encrypted form too, and is paid for once. */
function openBytes({ shown, hidden, thought }: Passed): number {
  return Math.max(shown, bytesHidden(hidden), bytesOf(thought));
}

/** `unread`: bytes that came after the last whole event. */
export function tokensPassed(passed: Passed, unread: number): number {
  return tokensIn(passed.bytes + openBytes(passed) + unread);
}
