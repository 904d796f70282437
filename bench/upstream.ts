// Serves a fake model on loopback: records the time and body of each request, and answers with one sentence.
import { answerText, streamed } from "../test/model/gateway/support.ts";

export interface Asked {
  at: number;
  body: string;
}

export interface Upstream {
  url: string;
  /** Every request to the model, in order. */
  asked: Asked[];
  /** Resolves at the next request. */
  next(): Promise<Asked>;
  stop(): Promise<void>;
}

export function openUpstream(): Upstream {
  const asked: Asked[] = [];
  const waiting: ((asked: Asked) => void)[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const at = performance.now();
      if (request.method !== "POST") return new Response(null, { status: 404 });
      const one = { at, body: await request.text() };
      asked.push(one);
      for (const resolve of waiting.splice(0)) resolve(one);
      return streamed(answerText("Done."));
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    asked,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => server.stop(true),
  };
}
