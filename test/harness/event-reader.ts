// Reads an event stream block by block, so that a test can wait for what it expects.
export interface SeenEvent {
  id: string | null;
  event: string | null;
  data: unknown;
  comment: string | null;
}

export interface EventReader {
  /** Returns the next block of the stream, or `null` at its end. */
  next(): Promise<SeenEvent | null>;
  cancel(): Promise<void>;
}

export function readEvents(response: Response): EventReader {
  if (response.body === null) throw new Error("The answer has no body.");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    next: async () => {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end >= 0) {
          const block = text.slice(0, end);
          text = text.slice(end + 2);
          return parseBlock(block);
        }
        const chunk = await reader.read();
        if (chunk.done) return null;
        text += chunk.value;
      }
    },
    cancel: () => reader.cancel(),
  };
}

function parseBlock(block: string): SeenEvent {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1] ?? null;
  const data = field("data");
  return {
    id: field("id"),
    event: field("event"),
    data: data === null ? null : (JSON.parse(data) as unknown),
    comment: field(""),
  };
}
