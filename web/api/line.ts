// Opens the event stream before the page listens to it, and queues what arrives until then.
import { listenTogether } from "./shared-stream.ts";
import type { StreamListener } from "./stream.ts";
import { hallWasLost } from "./visit.ts";

export interface OpenLine {
  /** Delivers everything queued so far, then everything new. */
  listen(listener: StreamListener): void;
  close(): void;
}

export function openLine(): OpenLine {
  const over = new AbortController();
  const said: ((listener: StreamListener) => void)[] = [];
  let listening: StreamListener | null = null;
  const tell = (word: (listener: StreamListener) => void) =>
    void (listening === null ? said.push(word) : word(listening));
  const listener: StreamListener = {
    message: (message, id) => tell((own) => own.message(message, id)),
    line: (state) => {
      if (state === "lost") hallWasLost();
      tell((own) => own.line(state));
    },
  };
  void listenTogether(listener, over.signal);
  return {
    listen: (own) => {
      listening = own;
      for (const word of said.splice(0)) word(own);
    },
    close: () => over.abort(),
  };
}
