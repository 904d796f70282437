// The tools of members, asked by the official client: both kinds of servers, and those that misbehave.
import { afterEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  JsonRpcHttpError,
  JsonRpcProtocolError,
  JsonRpcTimeoutError,
} from "../../../src/guild/members/calls/rpc-errors.ts";
import {
  createMCPServerHandle,
  type MCPServerHandle,
} from "../../../src/guild/members/calls/mcp-server-handle.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import type { Clock } from "../../../src/host/clock.ts";
import { modernMember, olderMember, serve, stopMcpMembers } from "./mcp-members.ts";
import { answer, closeMembers, depsFor, rawMember, says, type Speak } from "./raw-member.ts";

afterEach(stopMcpMembers);
afterEach(closeMembers);

function handleOf({ url }: { url: string }, clock?: Clock): MCPServerHandle {
  return createMCPServerHandle({ ...depsFor(url, clock), stop: async () => undefined });
}

describe.each([
  ["a member of today", modernMember],
  ["a member of the kind before", olderMember],
])("%s", (_kind, start) => {
  test("is asked for its tools, and has them used", async () => {
    const member = start();
    const handle = handleOf(member);
    const [tool, ...more] = await handle.listTools();
    expect(more).toEqual([]);
    expect(tool).toMatchObject({ name: "echo", description: "Says it again." });
    expect(tool?.inputSchema).toMatchObject({
      properties: { words: { type: "string", description: "What to say" } },
      required: ["words"],
    });
    expect(await handle.invokeTool("echo", { words: "hello", times: 2 })).toEqual({
      text: "hello\nhello",
      isError: false,
    });
    expect(await handle.invokeTool("echo", { words: "fail" })).toEqual({ text: "I cannot", isError: true });
  });

  test("says no to a tool that it does not have, or to an input that does not fit", async () => {
    const handle = handleOf(start());
    const outcome = await handle.invokeTool("ekko", {}).catch((error: Error) => error);
    expect(outcome instanceof JsonRpcProtocolError || "isError" in outcome).toBe(true);
    expect(outcome instanceof Error ? outcome.message : outcome.text).toContain("ekko");
    const unfit = await handle.invokeTool("echo", { words: 7 }).catch((error: Error) => error);
    expect(unfit instanceof JsonRpcProtocolError || ("isError" in unfit && unfit.isError)).toBe(true);
  });
});

test("a member of the kind before is told when a session is over", async () => {
  const member = olderMember();
  await handleOf(member).invokeTool("echo", { words: "hello" });
  expect(member.heard).toContain("DELETE -");
  expect(member.sessions.size).toBe(0);
});

test("nobody listens to what a member has to say by itself", async () => {
  const member = olderMember();
  await handleOf(member).listTools();
  expect(member.heard.filter((each) => each.startsWith("GET"))).toEqual([]);
});

test("what is no text is named", async () => {
  const handle = handleOf(modernMember(["picture"]));
  expect(await handle.invokeTool("picture", {})).toEqual({
    text: "[something that is not text]",
    isError: false,
  });
});

test("a member without tools has none", async () => {
  expect(await handleOf(modernMember([])).listTools()).toEqual([]);
  expect(await handleOf(modernMember(null)).listTools()).toEqual([]);
});

test("a member is stopped by whoever runs it", async () => {
  let stopped = 0;
  await createMCPServerHandle({ ...depsFor(""), stop: async () => void stopped++ }).stop();
  expect(stopped).toBe(1);
});

describe("a member whose tools are asked for", () => {
  type Kind = typeof JsonRpcHttpError | typeof JsonRpcProtocolError;
  const elsewhere = "http://127.0.0.1:9/mcp";
  const faults: [string, Speak, Kind, string][] = [
    ["dies", (socket) => socket.destroy(), JsonRpcHttpError, "no complete answer"],
    ["answers 500", says(() => answer("oh", {}, 500)), JsonRpcHttpError, "500"],
    ["answers 401", says(() => answer("{}", {}, 401)), JsonRpcHttpError, "401"],
    ["redirects", says(() => answer("", { location: elsewhere }, 307)), JsonRpcHttpError, "redirect"],
    ["answers in no JSON", says(() => answer("<html>")), JsonRpcProtocolError, "not understood"],
    [
      "packs its answer",
      says(() => answer("x", { "content-encoding": "br" })),
      JsonRpcProtocolError,
      "packed",
    ],
    [
      "answers with 20 MB",
      says(() => answer(Buffer.alloc(20 * 1024 * 1024, 0x20))),
      JsonRpcProtocolError,
      "longer than 16 MB",
    ],
    [
      "answers with a stream of 20 MB",
      says(() => answer(Buffer.alloc(20 * 1024 * 1024, 0x3a), { "content-type": "text/event-stream" })),
      JsonRpcProtocolError,
      "longer than 16 MB",
    ],
  ];
  test.each(faults)("and %s is named", async (_what, speak, kind, words) => {
    const member = await rawMember(speak);
    const error = await handleOf(member)
      .listTools()
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(kind);
    expect((error as Error).message).toStartWith('Guild member "scribe" was asked tools/list: ');
    expect((error as Error).message).toContain(words);
  });

  test("and hangs is given 30 seconds", async () => {
    const clock = createManualClock();
    const member = await rawMember(() => undefined);
    const asking = handleOf(member, clock)
      .invokeTool("echo", {})
      .catch((cause: unknown) => cause);
    await member.asked;
    clock.advance(30_000);
    const error = await asking;
    expect(error).toBeInstanceOf(JsonRpcTimeoutError);
    expect((error as Error).message).toStartWith('Guild member "scribe" was asked tools/call: ');
  });

  test("and turns the pages of its list without end is given up", async () => {
    const member = serve(async (request) => {
      const { id, method } = (await request.json()) as { id: number; method: string };
      const result =
        method === "tools/list"
          ? { tools: [], nextCursor: String(id) }
          : {
              protocolVersion: "2025-11-25",
              capabilities: { tools: {} },
              serverInfo: { name: "x", version: "1" },
            };
      if (method === "server/discover")
        return Response.json({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } });
      return id === undefined
        ? new Response(null, { status: 202 })
        : Response.json({ jsonrpc: "2.0", id, result });
    });
    const error = await handleOf(member)
      .listTools()
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(JsonRpcProtocolError);
    expect(member.heard.length).toBeLessThan(30);
  });
});

test("the client is loaded when the first member is asked, and not before", async () => {
  const program = join(import.meta.dir, "loads-client.ts");
  const asking = Bun.spawn([process.execPath, program, modernMember().url], { stdout: "pipe" });
  const { before, after } = JSON.parse(await new Response(asking.stdout).text());
  expect({ before, after }).toEqual({ before: false, after: true });
});
