// The line in which a member says where it listens.
import { expect, test } from "bun:test";
import { addressIn } from "../../../src/guild/members/process/address.ts";
import { awaitAddress } from "../../../src/guild/members/process/await-address.ts";
import { systemClock } from "../../../src/host/clock.ts";

const said = [
  "http://127.0.0.1:1/mcp",
  "http://127.0.0.1:65535/mcp",
  "http://[::1]:80/mcp",
  "http://127.0.0.1:8080",
];

test.each(said)("%p is taken", (line) => {
  expect(addressIn(`hello\n${line}\nhttp://10.0.0.1:1/mcp\n`)).toEqual({ how: "said", url: line });
  expect(addressIn(`${line}\r\n`)).toEqual({ how: "said", url: line });
});

const refused = [
  "https://127.0.0.1:1/mcp",
  "HTTP://127.0.0.1:1/mcp",
  "http://127.0.0.1/mcp",
  "http://127.0.0.1:0/mcp",
  "http://127.0.0.1:65536/mcp",
  "http://127.0.0.1:080/mcp",
  "http://127.0.0.2:1/mcp",
  "http://127.1:1/mcp",
  "http://2130706433:1/mcp",
  "http://localhost:1/mcp",
  "http://0.0.0.0:1/mcp",
  "http://[::]:1/mcp",
  "http://[::ffff:127.0.0.1]:1/mcp",
  "http://10.0.0.1:1/mcp",
  "http://example.org:1/mcp",
  "http://127.0.0.1.example.org:1/mcp",
  "http://127.0.0.1:1@example.org/mcp",
  "http://me:word@127.0.0.1:1/mcp",
  "http://127.0.0.1:1/mcp?x=1",
  "http://127.0.0.1:1/mcp#x",
  "http://127.0.0.1:1/../x",
  "http://127.0.0.1:1/%2e%2e/x",
  "http://127.0.0.1:1/mcp and more",
  "http://127.0.0.1:1/mcp\u001b[2J",
  "http://127.0.0.1:1\\@example.org/mcp",
  `http://127.0.0.1:1/${"x".repeat(3000)}`,
];

test.each(refused)("%p is refused, also where a good one follows", (line) => {
  expect(addressIn(`${line}\nhttp://127.0.0.1:1/mcp\n`)).toMatchObject({ how: "refused" });
});

test.each([
  "",
  "hello\n",
  "listening at http://127.0.0.1:1/mcp\n",
  "http://127.0.0.1:1/m",
  "ftp://127.0.0.1:1/\n",
])("%p says nothing yet", (printed) => expect(addressIn(printed)).toEqual({ how: "none" }));

test("who prints much and says nothing is not waited for", async () => {
  const wait = { clock: systemClock, signal: new AbortController().signal, limitMs: 60_000 };
  const waited = await awaitAddress({ ...wait, readHead: (bytes) => "x".repeat(bytes) });
  expect(waited).toMatchObject({ ok: false, problem: expect.stringContaining("printed 64 KB") });
});
