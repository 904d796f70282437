import { afterEach, expect, test } from "bun:test";
import { createServer, type Server } from "node:net";
import { dialPlain } from "../../src/host/network/dial.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

test.each([
  ["in one piece with the proxy's answer", (head: string, greeting: string) => [head + greeting]],
  ["after it", (head: string, greeting: string) => [head, greeting]],
  [
    "in pieces that cut the answer in two",
    (head: string, greeting: string) => [head.slice(0, 9), head.slice(9) + greeting],
  ],
])("a server that speaks first is heard through a tunnel, %s", async (_how, pieces) => {
  const url = await openProxy((head) => pieces(head, "220 ready\r\n"));
  const { signal } = new AbortController();
  const socket = await dialPlain({ address: "192.0.2.1", port: 25, proxy: url, signal });
  const heard: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) heard.push(chunk);
  expect(Buffer.concat(heard).toString()).toBe("220 ready\r\n");
});

/** Answers CONNECT with what `pieces` makes of its answer's head, and hangs up. */
async function openProxy(pieces: (head: string) => readonly string[]): Promise<string> {
  const made = createServer((socket) => {
    socket.once("data", () => {
      void (async () => {
        for (const piece of pieces("HTTP/1.1 200 OK\r\n\r\n"))
          await new Promise<void>((sent) => void socket.write(piece, () => sent()));
        socket.end();
      })();
    });
  });
  server = made;
  await new Promise<void>((listening) => void made.listen(0, "127.0.0.1", listening));
  const address = made.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return `http://127.0.0.1:${address.port}`;
}
