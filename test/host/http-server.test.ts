import { expect, test } from "bun:test";
import { serveHttp } from "../../src/host/network/http-server.ts";

const handle = () => new Response("here");

test("a port belongs to one listener: a second is refused, not shared", async () => {
  const first = serveHttp({ at: { port: 0 }, maxBodyBytes: 1000, handle });
  const port = first.port ?? 0;
  expect(() => serveHttp({ at: { port }, maxBodyBytes: 1000, handle })).toThrow(
    expect.objectContaining({ code: "EADDRINUSE" }),
  );
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("here");
  await first.stop();
});
