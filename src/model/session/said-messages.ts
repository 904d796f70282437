// Queues the messages of a session: the one with which it begins, and those that are said while it runs. The input stays
// open until it is ended, and `claude` reports what becomes of each message.
import type { SDKUserMessage } from "@anthropic-ai/claude-agent-sdk/core";
import type { LifecycleMessage } from "./messages.ts";

export interface SaidMessage {
  /** The id by which `claude` names the message; `null` if it need not be named. */
  uuid: string | null;
  text: string;
}

export interface SaidMessages {
  /** The messages, as the SDK takes them. It ends once the input is ended. */
  stream(): AsyncIterable<SDKUserMessage>;
  /** Returns false if no more messages are taken. */
  say(message: SaidMessage): boolean;
  /** Takes what `claude` reports. Returns the id of a message that the next request to the model has, else `null`. */
  follow(report: LifecycleMessage): string | null;
  /** Returns the messages that a model has answered for the first time: those that had started. */
  answered(): string[];
  /** Whether a message was said that `claude` has not begun to handle. */
  isWaiting(): boolean;
  /** Takes no more messages, but keeps the input open. */
  shut(): void;
  end(): void;
}

export function createSaidMessages(first: SaidMessage): SaidMessages {
  const queue: SDKUserMessage[] = [userMessage(first)];
  const waiting = new Set<string>();
  let started = first.uuid === null ? [] : [first.uuid];
  let isShut = false;
  let isEnded = false;
  let wake = () => {};
  return {
    stream: async function* () {
      for (;;) {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) yield next;
        if (isEnded) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    say: (message) => {
      if (isShut || isEnded) return false;
      queue.push(userMessage(message));
      if (message.uuid !== null) waiting.add(message.uuid);
      wake();
      return true;
    },
    follow: ({ command_uuid: uuid, state }) => {
      if (state === "queued" || !waiting.delete(uuid)) return null;
      if (state !== "started") return null; // cancelled
      started.push(uuid);
      return uuid;
    },
    answered: () => {
      const all = started;
      started = [];
      return all;
    },
    isWaiting: () => waiting.size > 0,
    shut: () => {
      isShut = true;
    },
    end: () => {
      isEnded = true;
      wake();
    },
  };
}

/** The content is a list, as the SDK makes it of a single prompt: so the request to the model is the same. */
function userMessage({ uuid, text }: SaidMessage): SDKUserMessage {
  return {
    type: "user",
    message: { role: "user", content: [{ type: "text", text }] },
    parent_tool_use_id: null,
    ...(uuid !== null && { uuid: uuid as NonNullable<SDKUserMessage["uuid"]> }),
  };
}
