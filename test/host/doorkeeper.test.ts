// Connections that nobody has proved anything over: they end, and they never take the descriptors of those who have.
import { afterEach, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { keepsDoor } from "../../src/host/network/doorkeeper.ts";
import { type HttpServer, serveHttp } from "../../src/host/network/http-server.ts";
import { until } from "../harness/hall.ts";

const sockets: Socket[] = [];
const servers: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await server.stop();
});

async function caller(port: number, text: string) {
  const state = { isEnded: false, heard: "" };
  const socket = connect({ port, host: "127.0.0.1" });
  sockets.push(socket);
  socket.on("data", (chunk) => void (state.heard += chunk.toString()));
  for (const event of ["close", "end", "error"] as const) socket.on(event, () => void (state.isEnded = true));
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(text);
  return state;
}

const half = "GET /api/v1/status HTTP/1.1\r\nHost: 127.0.0.1\r\n";
const whole = `${half}\r\n`;

const posted = "POST /api/v1/page/visits HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{";

const strangers = { patienceMs: 500, most: 20 };

function open({ isKept = true, status = 200 } = {}): number {
  const handle = async (request: Request, proved: () => void) => {
    if (status === 200) proved();
    await request.text();
    return new Response("answer", { status });
  };
  const server: HttpServer = serveHttp({
    at: { port: 0 },
    maxBodyBytes: 1000,
    handle,
    ...(isKept && { strangers }),
  });
  servers.push(server);
  return server.port ?? 0;
}

describe.skipIf(!keepsDoor)("a connection", () => {
  test("over which no request comes to its end is ended; without a keeper it stays", async () => {
    const left = await caller(open({ isKept: false }), half);
    const port = open();
    const [silent, slow] = [await caller(port, ""), await caller(port, half)];
    await until("they are ended", async () => silent.isEnded && slow.isEnded);
    expect(left.isEnded).toBe(false); // the control
  }, 20_000);

  test("that trickles is ended as well", async () => {
    const socket = await caller(open(), half);
    const trickle = setInterval(() => sockets.at(-1)?.write("X-More: x\r\n"), 100);
    await until("it is ended", async () => socket.isEnded).finally(() => clearInterval(trickle));
  }, 20_000);

  test("whose request lacks a part of its body is ended, unless its head has shown a right", async () => {
    const [proven, stranger] = [await caller(open(), posted), await caller(open({ status: 401 }), posted)];
    await until("the stranger is ended", async () => stranger.isEnded);
    expect(proven.isEnded).toBe(false);
  }, 20_000);

  test("over which somebody has shown a right stays, and one that was refused does not", async () => {
    const [proven, refused] = [await caller(open(), whole), await caller(open({ status: 401 }), whole)];
    await until("the refused one is ended", async () => refused.isEnded);
    expect(refused.heard).toContain("401");
    expect(proven.heard).toContain("answer");
    await Bun.sleep(1500);
    expect(proven.isEnded).toBe(false);
  }, 20_000);

  test("of many that prove nothing, all but the newest are ended at once", async () => {
    const port = open();
    const all = await Promise.all(Array.from({ length: 60 }, () => caller(port, half)));
    await until("most are ended", async () => all.filter(({ isEnded }) => isEnded).length >= 40);
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/status`);
    expect(await answer.text()).toBe("answer");
  }, 20_000);
});
