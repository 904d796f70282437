// Who can talk to the researcher: the MCP SDK of both generations and in both eras of the protocol, curl, and whatever
// else sends JSON-RPC over HTTP.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, expect, test } from "bun:test";
import { z } from "zod";
import {
  detailedList,
  dispatchReply,
  jobStatusReply,
  workerExtension,
} from "../../src/contract/member/worker-protocol.ts";
import { closeMembers, openTestMember } from "../harness/members/some-member.ts";

afterEach(closeMembers);

const order = { description: "Three libraries", task: "Compare them." };
const secret = "s3cret";
const requestInit = { headers: { authorization: `Bearer ${secret}` } };

test("the client of SDK v1 shakes hands, sees the extension and no tools, and gets a job done", async () => {
  const member = await openTestMember({ secret });
  const client = new FormerClient({ name: "test", version: "1" });
  await client.connect(new FormerTransport(new URL(member.url), { requestInit }));
  try {
    expect(client.getServerVersion()).toMatchObject({ name: "researcher", version: "0.0.1" });
    expect(client.getServerCapabilities()).toMatchObject({
      extensions: { [workerExtension]: { version: "2" } },
    });
    expect((await client.listTools()).tools).toEqual([]);
    const { jobId } = await client.request({ method: "worker/dispatch", params: order }, dispatchReply);
    const status = await client.request({ method: "worker/status", params: { jobId } }, jobStatusReply);
    expect(status).toMatchObject({ jobId, status: "running", description: "Three libraries" });
    const refused = client.request({ method: "worker/result", params: { jobId } }, z.object({}));
    await expect(refused).rejects.toMatchObject({ code: -32602 });
    await expect(client.callTool({ name: "none" })).rejects.toMatchObject({ code: -32602 });
  } finally {
    await client.close();
  }
});

const eras = [
  { mode: "legacy", version: /^2025-/ },
  { mode: "auto", version: /^2026-07-28$/ },
  { mode: { pin: "2026-07-28" }, version: /^2026-07-28$/ },
] as const;

for (const { mode, version } of eras)
  test(`the client of SDK v2 gets a job done, negotiating ${JSON.stringify(mode)}`, async () => {
    const member = await openTestMember({ secret });
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(member.url), { requestInit }));
    try {
      expect(client.getNegotiatedProtocolVersion()).toMatch(version);
      expect(client.getServerCapabilities()).toMatchObject({
        extensions: { [workerExtension]: { version: "2" } },
      });
      expect((await client.listTools()).tools).toEqual([]);
      const { jobId } = await client.request({ method: "worker/dispatch", params: order }, dispatchReply);
      const { jobs } = await client.request(
        { method: "worker/list", params: { detail: "detailed", filter: "three*" } },
        detailedList,
      );
      expect(jobs).toEqual([{ jobId, status: "running", description: "Three libraries", summary: null }]);
      const refused = client.request({ method: "worker/status", params: { jobId: "../x" } }, jobStatusReply);
      await expect(refused).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining("There is no job"),
      });
      const both = await Promise.all(
        [1, 2].map(() =>
          client.request({ method: "worker/cancel", params: { jobId } }, z.object({ status: z.string() })),
        ),
      );
      expect(both).toMatchObject([{ status: "cancelled" }, { status: "cancelled" }]);
    } finally {
      await client.close();
    }
  });

test("curl needs a content type and nothing else", async () => {
  const member = await openTestMember({ secret });
  const curl = async (body: string) => {
    const headers = ["-H", "content-type: application/json", "-H", `authorization: Bearer ${secret}`];
    const child = Bun.spawn(["curl", "-sS", ...headers, "-d", body, member.url], { stdout: "pipe" });
    return JSON.parse(await new Response(child.stdout).text()) as { id: unknown; result: { jobId: string } };
  };
  const sent = await curl(
    JSON.stringify({ jsonrpc: "2.0", id: "a", method: "worker/dispatch", params: order }),
  );
  expect(sent).toMatchObject({ jsonrpc: "2.0", id: "a" });
  const { jobId } = sent.result;
  const status = await curl(
    JSON.stringify({ jsonrpc: "2.0", id: 2, method: "worker/status", params: { jobId } }),
  );
  expect(jobStatusReply.parse(status.result)).toMatchObject({ jobId, status: "running" });
});

test("any Accept header, and none, is answered with JSON", async () => {
  const member = await openTestMember();
  for (const accept of [
    undefined,
    "*/*",
    "application/json",
    "text/html",
    "application/json, text/event-stream",
  ]) {
    const response = await fetch(member.url, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", ...(accept ? { accept } : {}) },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "worker/list" }),
    });
    expect(response.headers.get("content-type")).toBe("application/json");
    expect((await response.json()) as object).toEqual({ jsonrpc: "2.0", id: 1, result: { jobs: [] } });
  }
});
