// Connections to a unix socket are counted, and those without a request make room for those with one.
import { afterEach, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { serveHttp, type ServeOptions } from "../../src/host/network/http-server.ts";
import { until } from "../harness/hall.ts";
import { tempDir } from "../harness/temp.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const long = 600_000;

function open(part: Partial<ServeOptions> = {}): string {
  const unix = join(tempDir(), "s");
  const server = serveHttp({
    at: { unix },
    maxBodyBytes: 50_000_000,
    handle: async (request) => new Response(String((await request.arrayBuffer()).byteLength)),
    ...part,
  });
  closers.push(() => server.stop());
  return unix;
}

function call(unix: string, text: string): { socket: Socket; heard: () => string } {
  const socket = connect(unix);
  let heard = "";
  socket.on("data", (bytes) => void (heard += bytes.toString()));
  socket.on("error", () => undefined);
  socket.write(text);
  closers.push(() => socket.destroy());
  return { socket, heard: () => heard };
}

const halfHead = "POST / HTTP/1.1\r\nhost: x\r\n";
const closed = (calls: readonly { socket: Socket }[]) =>
  calls.filter(({ socket }) => socket.destroyed).length;

async function post(unix: string, bytes: number): Promise<string> {
  return (await fetch("http://x/", { unix, method: "POST", body: new Uint8Array(bytes) })).text();
}

describe("of many connections with half a request", () => {
  test("all but the latest are ended, and a request is answered", async () => {
    const unix = open({ connections: { most: 4, headMs: long } });
    const calls = Array.from({ length: 50 }, () => call(unix, halfHead));
    await until("they are ended", () => closed(calls) === 46);
    expect(await post(unix, 10)).toBe("10");
    expect(closed(calls)).toBe(47);
  });

  test("all stay where they are not counted (control)", async () => {
    const unix = open();
    const calls = Array.from({ length: 50 }, () => call(unix, halfHead));
    expect(await post(unix, 10)).toBe("10");
    expect(closed(calls)).toBe(0);
  });

  test("each is ended when its time is over", async () => {
    const unix = open({ connections: { most: 4, headMs: 20 } });
    const calls = [call(unix, halfHead), call(unix, "")];
    await until("they are ended", () => closed(calls) === 2);
  });
});

test("a connection is not taken while each of those that are open has a request", async () => {
  const answering = Promise.withResolvers<void>();
  let asked = 0;
  const handle = async () => {
    asked += 1;
    await answering.promise;
    return new Response("late");
  };
  const unix = open({ connections: { most: 2, headMs: long }, handle });
  const calls = [1, 2].map(() => call(unix, `${halfHead}content-length: 0\r\n\r\n`));
  await until("both have asked", () => asked === 2);
  const third = call(unix, halfHead);
  await until("the third is ended", () => third.socket.destroyed);
  answering.resolve();
  await until("both are answered", () => calls.every(({ heard }) => heard().endsWith("late")));
});

test("bodies, streams and hang-ups pass as they are", async () => {
  const left = Promise.withResolvers<void>();
  const handle = async (request: Request) => {
    if (request.method === "POST") return new Response(String((await request.arrayBuffer()).byteLength));
    request.signal.addEventListener("abort", () => left.resolve());
    return new Response(
      new ReadableStream({ start: (out) => out.enqueue(new TextEncoder().encode("first")) }),
    );
  };
  const unix = open({ connections: { most: 4, headMs: long }, handle });
  expect(await post(unix, 20_000_000)).toBe("20000000");
  const reader = call(unix, "GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await until("its beginning has come", () => reader.heard().includes("first"));
  reader.socket.destroy();
  await left.promise;
});

test("a server that stops leaves neither a socket nor a connection", async () => {
  const unix = join(tempDir(), "s");
  const handle = () => new Response("here");
  const options = { at: { unix }, maxBodyBytes: 100, handle, connections: { most: 4, headMs: long } };
  const server = serveHttp(options);
  const idle = call(unix, "");
  expect(await post(unix, 0)).toBe("here");
  await server.stop();
  await until("its connection is ended", () => idle.socket.destroyed);
  expect(await Array.fromAsync(new Bun.Glob("**").scan({ cwd: join(unix, ".."), dot: true }))).toEqual([]);
});
