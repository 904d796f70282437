// The example member, as a process of its own: two tools for clients of both generations, and a guarded door.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { refuse } from "../../../guild-members/example/guard.ts";
import { installed } from "../../../src/host/program.ts";

const secret = "s3cret";
const directory = installed("guild-members/example");

function start(args: readonly string[], env: Record<string, string> = {}) {
  return Bun.spawn([process.execPath, "--no-install", "run", "server.ts", ...args], {
    cwd: directory,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
}

let member: ReturnType<typeof start>;
let url: URL;

beforeAll(async () => {
  member = start(["--port", "0"], { GUILD_MEMBER_SECRET: secret });
  const { value } = await member.stdout.getReader().read();
  url = new URL(new TextDecoder().decode(value).trim());
});

afterAll(async () => {
  member.kill();
  await member.exited;
});

const requestInit = { headers: { authorization: `Bearer ${secret}` } };

test("its first line is its address on loopback", () => {
  expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
});

const calls: readonly [name: string, args: Record<string, string>, text: string][] = [
  ["count_text", { text: "e\u0301te\u0301 \u{1f1eb}\u{1f1f7}\ntwo\n" }, "10 characters, 3 words, 2 lines"],
  ["count_text", { text: "" }, "0 characters, 0 words, 0 lines"],
  ["days_between", { from: "2024-02-28", to: "2024-03-01" }, "2 days"],
  ["days_between", { from: "2026-03-01", to: "2026-01-31" }, "29 days, the second date is the earlier one"],
];

async function check(client: {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, string> }): Promise<unknown>;
}): Promise<void> {
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["count_text", "days_between"]);
  for (const [name, args, text] of calls)
    expect(await client.callTool({ name, arguments: args })).toMatchObject({
      content: [{ type: "text", text }],
    });
  const wrong = await client.callTool({ name: "days_between", arguments: { from: "soon", to: "later" } });
  expect(wrong).toMatchObject({ isError: true });
}

test("the client of SDK v2 lists its tools and calls them", async () => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  await check(client);
  await client.close();
});

test("so does the client of SDK v1", async () => {
  const client = new FormerClient({ name: "test", version: "1" });
  await client.connect(new FormerTransport(url, { requestInit }));
  await check(client);
  await client.close();
});

describe("its door", () => {
  const ask = (headers: Record<string, string>, path = "/mcp") =>
    fetch(new URL(path, url), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...requestInit.headers,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });

  const attempts: readonly [who: string, headers: Record<string, string>, status: number][] = [
    ["whoever has the secret", {}, 200],
    ["whoever has none", { authorization: "" }, 401],
    ["whoever has another", { authorization: "Bearer wrong" }, 401],
    ["a page", { origin: "http://example.org" }, 403],
    ["a page of another port", { origin: "http://127.0.0.1:1" }, 403],
    ["a name that was made to point here", { host: "example.org" }, 403],
  ];
  test.each(attempts)("answers %s with its status", async (_who, headers, status) => {
    expect((await ask(headers)).status).toBe(status);
  });

  test("has one address", async () => {
    expect((await ask({}, "/other")).status).toBe(404);
  });

  test("is open to this machine where there is no secret", () => {
    const request = new Request("http://127.0.0.1:5/mcp", { headers: { host: "127.0.0.1:5" } });
    expect(refuse(request, { port: 5, secret: null })).toBeNull();
    expect(refuse(request, { port: 5, secret })?.status).toBe(401);
  });

  const starts: readonly [args: string[], env: Record<string, string>, says: string][] = [
    [[], {}, "Start it with --port and a port"],
    [["--port", "x"], {}, "Start it with --port and a port"],
    [["--port", "0"], { GUILD_MEMBER_SECRET: "" }, "GUILD_MEMBER_SECRET is empty"],
  ];
  test.each(starts)("is not opened by %p %p", async (args, env, says) => {
    const child = start(args, env);
    expect(await child.exited).toBe(1);
    expect(await new Response(child.stderr).text()).toContain(says);
    expect(await new Response(child.stdout).text()).toBe("");
  });
});
