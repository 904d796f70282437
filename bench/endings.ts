// Tells when commissions end, from the hall's event stream. Asking again and again would make the hall work for the
// benchmark, and count as the work of a commission.
import { createParser } from "eventsource-parser";
import type { StreamMessage } from "../src/contract/api/stream.ts";
import type { Target } from "./connection.ts";

export interface Endings {
  /** Resolves once the commission has ended. Throws if it did not complete, or if the stream ended before. */
  wait(id: string): Promise<void>;
  close(): void;
}

const statuses = ["completed", "failed", "cancelled"];

export async function openEndings({ port, token }: Target): Promise<Endings> {
  const stop = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`there is no stream: ${response.status}`);
  const ended = new Map<string, PromiseWithResolvers<string>>();
  const endOf = (id: string) => {
    const found = ended.get(id) ?? Promise.withResolvers<string>();
    ended.set(id, found);
    return found.promise;
  };
  const take = (message: StreamMessage) => {
    if (message.type !== "commission" || !statuses.includes(message.commission.status)) return;
    void endOf(message.commission.id);
    ended.get(message.commission.id)?.resolve(message.commission.status);
  };
  const over = readAll(response.body, take).catch(() => undefined);
  return {
    wait: async (id) => {
      const status = await Promise.race([endOf(id), over]);
      if (status !== "completed") throw new Error(`the commission ended as ${status ?? "unknown"}`);
    },
    close: () => stop.abort(),
  };
}

async function readAll(
  body: ReadableStream<Uint8Array>,
  take: (message: StreamMessage) => void,
): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => take(JSON.parse(data) as StreamMessage) });
  const decoder = new TextDecoder();
  for await (const bytes of body) parser.feed(decoder.decode(bytes, { stream: true }));
}
