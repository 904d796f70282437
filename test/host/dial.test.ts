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

test.each([
  ["password", "me:100%"],
  ["user name", "50%:pw"],
])(
  "a proxy whose %s is not encoded is told of, without it, and no connection stays open",
  async (_what, user) => {
    const url = await openProxy((head) => [head]);
    let connections = 0;
    server?.on("connection", () => (connections += 1));
    const { signal } = new AbortController();
    const proxy = url.replace("//", `//${user}@`);
    const dialled = dialPlain({ address: "192.0.2.1", port: 25, proxy, signal });
    await expect(dialled).rejects.toThrow("the proxy's user name or password has a % that is not encoded");
    const after = await dialPlain({ address: "192.0.2.1", port: 25, proxy: url, signal }); // the control
    after.destroy();
    expect(connections).toBe(1);
  },
);

test("a proxy gets the user name and the password that its URL encodes", async () => {
  const asked: string[] = [];
  const url = await openProxy((head) => [head], asked);
  const { signal } = new AbortController();
  const proxy = url.replace("//", "//me:100%25@");
  (await dialPlain({ address: "192.0.2.1", port: 25, proxy, signal })).destroy();
  expect(asked[0]).toContain(`Proxy-Authorization: Basic ${btoa("me:100%")}\r\n`);
});

/** Answers CONNECT with what `pieces` makes of its answer's head, and hangs up. Adds each request to `asked`. */
async function openProxy(pieces: (head: string) => readonly string[], asked: string[] = []): Promise<string> {
  const made = createServer((socket) => {
    socket.once("data", (request: Buffer) => {
      asked.push(request.toString());
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
