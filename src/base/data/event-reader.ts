// Reads server-sent events. The first block of a stream may have an id but no data, and the parser drops such
// a block. A client needs that id to resume after a disconnect, so this file reads it itself.
import { createParser } from "eventsource-parser";

export interface EventBlock {
  id: string | null;
  /** `null` if the block carries no event. */
  data: string | null;
}

/** Returns a function that takes the text as it arrives, in pieces of any length. */
export function createEventReader(onBlock: (block: EventBlock) => void): (text: string) => void {
  const parser = createParser({ onEvent: ({ id, data }) => onBlock({ id: id ?? null, data }) });
  let opening: string | null = "";
  return (text) => {
    if (opening !== null) {
      opening += text;
      const end = opening.indexOf("\n\n");
      if (end !== -1) {
        const id = idWithoutData(opening.slice(0, end));
        opening = null;
        if (id !== null) onBlock({ id, data: null });
      }
    }
    parser.feed(text);
  };
}

function idWithoutData(block: string): string | null {
  if (/^data(:|$)/m.test(block)) return null;
  return /^id: ?(.+)$/m.exec(block)?.[1] ?? null;
}
