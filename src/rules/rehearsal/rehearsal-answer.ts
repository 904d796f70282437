// Renders a scripted answer for the wire: as the events of a stream, or as one JSON message.
import type { AnswerTurn } from "../../contract/package/rehearsal.ts";
import { tokensOf } from "../../base/text/tokens.ts";

export interface AnswerFrame {
  /** Unique in the conversation, because the SDK merges messages with the same id. */
  id: string;
  model: string;
  /** The estimated input tokens, used if the script gives no usage. */
  estimatedInput: number;
}

type Block =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: Record<string, unknown> };

interface WireUsage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens: number;
  cache_creation_input_tokens: number;
}

export function answerMessage(turn: AnswerTurn, frame: AnswerFrame): string {
  return JSON.stringify({
    ...messageHead(frame, usageOf(turn, frame)),
    content: blocksOf(turn, frame),
    stop_reason: stopReason(turn),
  });
}

/** Returns the first event separately, so that a delay can follow it as in the real API. */
export function answerEvents(turn: AnswerTurn, frame: AnswerFrame): { start: string; rest: string[] } {
  const usage = usageOf(turn, frame);
  return {
    start: messageStart(frame, usage),
    rest: [
      ...blocksOf(turn, frame).flatMap(blockEvents),
      event("message_delta", {
        delta: { stop_reason: stopReason(turn), stop_sequence: null },
        usage: { output_tokens: usage.output_tokens },
      }),
      event("message_stop", {}),
    ],
  };
}

/**
 * Returns the events of an answer that breaks off inside its first block. The block stays open, so the SDK discards it.
 */
export function brokenEvents(say: string, frame: AnswerFrame): string[] {
  const usage = usageOf({ say }, frame);
  return [messageStart(frame, usage), ...blockEvents({ type: "text", text: say }, 0).slice(0, -1)];
}

export const pingEvent = event("ping", {});

function messageHead(frame: AnswerFrame, usage: WireUsage) {
  const { id, model } = frame;
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
}

function messageStart(frame: AnswerFrame, usage: WireUsage): string {
  return event("message_start", { message: messageHead(frame, { ...usage, output_tokens: 1 }) });
}

function blocksOf(turn: AnswerTurn, frame: AnswerFrame): Block[] {
  const text: Block[] = turn.say === undefined ? [] : [{ type: "text", text: turn.say }];
  const calls = (turn.use ?? []).map((call, n): Block => ({
    type: "tool_use",
    id: `${frame.id.replace(/^msg/, "toolu")}_${n}`,
    name: call.tool,
    input: call.input,
  }));
  return [...text, ...calls];
}

function blockEvents(block: Block, index: number): string[] {
  const open = block.type === "text" ? { type: "text", text: "" } : { ...block, input: {} };
  const deltas =
    block.type === "text"
      ? pieces(block.text).map((text) => ({ type: "text_delta", text }))
      : pieces(JSON.stringify(block.input)).map((json) => ({ type: "input_json_delta", partial_json: json }));
  return [
    event("content_block_start", { index, content_block: open }),
    ...deltas.map((delta) => event("content_block_delta", { index, delta })),
    event("content_block_stop", { index }),
  ];
}

/** Splits into short pieces, as a model sends them. */
function pieces(text: string): string[] {
  const size = Math.max(24, Math.ceil(text.length / 200));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
    text.slice(n * size, (n + 1) * size),
  );
}

function stopReason(turn: AnswerTurn): string {
  return (turn.use?.length ?? 0) > 0 ? "tool_use" : "end_turn";
}

function usageOf(turn: AnswerTurn, frame: AnswerFrame): WireUsage {
  const length = (turn.say ?? "").length + JSON.stringify(turn.use ?? []).length;
  const given = turn.usage ?? { input_tokens: frame.estimatedInput, output_tokens: tokensOf(length) };
  return {
    input_tokens: given.input_tokens ?? 0,
    output_tokens: given.output_tokens ?? 0,
    cache_read_input_tokens: given.cache_read_input_tokens ?? 0,
    cache_creation_input_tokens: given.cache_creation_input_tokens ?? 0,
  };
}

function event(type: string, fields: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
