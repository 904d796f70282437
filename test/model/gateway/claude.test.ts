// The gateway before the real Agent SDK and the real `claude`: what their own retry loops make of its answers.
import { afterEach, describe, expect, test } from "bun:test";
import { createSdkMcpServer, query, tool, type SDKResultMessage } from "@anthropic-ai/claude-agent-sdk/core";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Gateway } from "../../../src/model/gateway/gateway.ts";
import { countSession } from "../../harness/sessions.ts";
import {
  answerText,
  apiError,
  canary,
  closeAll,
  closeLater,
  forwardTo,
  openTestGateway,
  openUpstream,
  rehearse,
  sse,
  streamed,
} from "./support.ts";
import { firstOf, longTest } from "../../harness/long.ts";

afterEach(closeAll);

interface Ran {
  result: SDKResultMessage | undefined;
  calls: string[];
}

/** One session of a worker with a file tool, a search and one tool of its own. */
async function run(gateway: Gateway): Promise<Ran> {
  countSession();
  const home = mkdtempSync(join(tmpdir(), "gateway-claude-"));
  closeLater(async () => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, "notes.txt"), "hello from a file");
  const calls: string[] = [];
  const report = tool("report_progress", "Report.", { summary: z.string() }, async ({ summary }) => {
    calls.push(summary);
    return { content: [{ type: "text", text: "noted" }] };
  });
  const session = query({
    prompt: "Do it.",
    options: {
      model: "claude-opus-5-5",
      tools: ["Read", "WebSearch"],
      mcpServers: { commission: createSdkMcpServer({ name: "commission", version: "1", tools: [report] }) },
      allowedTools: ["mcp__commission", "WebSearch"],
      settingSources: [],
      strictMcpConfig: true,
      verbatimPrompts: true,
      systemPrompt: "Be thorough.",
      permissionMode: "dontAsk",
      cwd: home,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: home,
        CLAUDE_CONFIG_DIR: home,
        TMPDIR: home,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1",
        ...gateway.childEnv(null),
      },
    },
  });
  let result: SDKResultMessage | undefined;
  try {
    for await (const message of session) if (message.type === "result") result = message;
  } catch {
    // An error result is yielded first and then thrown again.
  }
  return { result, calls };
}

const report = (summary: string) =>
  `{ tool: mcp__commission__report_progress, input: { summary: ${summary} } }`;

describe("claude behind the gateway", () => {
  test("plays a rehearsal: parallel tools, a search, a failed turn, and the tools that were declared", async () => {
    const { gateway, facts } = await openTestGateway(
      rehearse(`
turns:
  - expect:
      tools: [Read, WebSearch, mcp__commission__report_progress]
      systemIncludes: [Be thorough., "# Environment"]
      lastUserIncludes: [Do it.]
    say: I begin.
    use: [{ tool: Read, input: { file_path: notes.txt } }, ${report("first")}, ${report("second")}]
  - expect: { lastUserIncludes: [hello from a file, noted] }
    use: [{ tool: WebSearch, input: { query: cats } }]
  - error: { status: 529 }
  - expect: { lastUserIncludes: [all about cats] }
    say: Done.
aux:
  web_search: { say: all about cats }`),
    );
    const { result, calls } = await run(gateway);
    expect(gateway.verdict()).toBeNull();
    expect(gateway.unplayed()).toBeNull();
    expect(result).toMatchObject({ subtype: "success", is_error: false, result: "Done." });
    expect(calls).toEqual(["first", "second"]);
    expect(facts.map((fact) => `${fact.type} ${"kind" in fact && fact.kind}`)).toEqual([
      "model.answered main",
      "model.answered main",
      "model.answered web_search",
      "model.failed main",
      "model.answered main",
    ]);
  }, 30_000);

  longTest(
    "a drop in the middle of an answer: claude asks again and the next turn answers",
    async () => {
      const { gateway, facts } = await openTestGateway(
        rehearse(`turns: [{ use: [${report("first")}] }, { drop: true, say: Half an ans }, { say: Done. }]`),
      );
      const { result, calls } = await run(gateway);
      expect(gateway.verdict()).toBeNull();
      expect(result).toMatchObject({ is_error: false, result: "Done." });
      expect(calls).toEqual(["first"]);
      expect(facts.map((fact) => fact.type)).toEqual(["model.answered", "model.failed", "model.answered"]);
    },
    30_000,
  );

  test("drops without end, each after a whole tool call, do not become a storm", async () => {
    const upstream = openUpstream((n) => {
      const block = {
        type: "tool_use",
        id: `toolu_${n}`,
        name: "mcp__commission__report_progress",
        input: {},
      };
      const delta = { type: "input_json_delta", partial_json: '{"summary":"again"}' };
      const events = [
        { type: "content_block_start", index: 0, content_block: block },
        { type: "content_block_delta", index: 0, delta },
        { type: "content_block_stop", index: 0 },
      ];
      const start = answerText("").split("event: content_block_start")[0] ?? "";
      return streamed(start.replace("msg_1", `msg_${n}`) + sse(events));
    });
    const { gateway } = await openTestGateway(forwardTo(upstream.url));
    const { result } = await run(gateway);
    expect(upstream.seen.length).toBe(3);
    expect(result).toMatchObject({ is_error: true });
    expect(gateway.verdict()).toMatchObject({ how: "api", status: null });
  }, 30_000);

  longTest(
    "a mismatch ends the session at once",
    async () => {
      const { gateway, facts } = await openTestGateway(
        rehearse("turns: [{ expect: { toolsInclude: [Write] }, say: Done. }]"),
      );
      const { result } = await run(gateway);
      expect(result).toMatchObject({ is_error: true });
      expect(gateway.verdict()).toMatchObject({
        how: "rehearsal",
        message: expect.stringContaining("Write"),
      });
      expect(facts).toEqual([]);
    },
    30_000,
  );

  test.each(
    firstOf(
      [
        [401, 1],
        [400, 1],
        [500, 3],
      ] as const,
      1,
    ),
  )(
    "upstream's %d ends the session after %d requests in all",
    async (status, requests) => {
      const upstream = openUpstream(() => apiError(status, "not today"));
      const { gateway } = await openTestGateway(forwardTo(upstream.url));
      const { result } = await run(gateway);
      expect(result).toMatchObject({ is_error: true });
      expect(upstream.seen.length).toBe(requests);
      expect(gateway.verdict()).toEqual({ how: "api", status, message: "not today" });
    },
    30_000,
  );

  test("a spent budget lets the tools of the paid turn run, and ends the session with one more request", async () => {
    const { gateway, facts } = await openTestGateway(
      rehearse(`turns: [{ use: [${report("paid")}], usage: { output_tokens: 100000 } }, { say: Done. }]`),
      { limits: { maxTurns: 10, maxBudgetUsd: 1 } },
    );
    const { result, calls } = await run(gateway);
    expect(calls).toEqual(["paid"]);
    expect(result).toMatchObject({ is_error: true });
    expect(gateway.verdict()).toEqual({ how: "budget", limitUsd: 1 });
    expect(facts.length).toBe(1);
  }, 30_000);

  test("a bearer token forwards with the headers that go with it, and claude never has it", async () => {
    const upstream = openUpstream(() => streamed(answerText("Done.")));
    const credential = { kind: "auth_token", secret: canary } as const;
    const { gateway, facts } = await openTestGateway(forwardTo(upstream.url, { credential }));
    const { result } = await run(gateway);
    expect(result).toMatchObject({ is_error: false, result: "Done." });
    const names = (JSON.parse(upstream.seen[0]?.body ?? "") as { tools: { name: string }[] }).tools.map(
      (t) => t.name,
    );
    expect(names.toSorted()).toEqual([
      "DeferredToolPlaceholder",
      "Read",
      "WebSearch",
      "mcp__commission__report_progress",
    ]);
    expect(upstream.seen.map((seen) => seen.path)).toEqual(["/v1/messages?beta=true"]);
    expect(upstream.seen[0]?.headers.get("authorization")).toBe(`Bearer ${canary}`);
    expect(upstream.seen[0]?.headers.get("x-app")).toBe("cli");
    expect(result?.total_cost_usd).toBeCloseTo(
      facts[0]?.type === "model.answered" ? facts[0].budgetUsd : -1,
      9,
    );
    expect(JSON.stringify([result, facts])).not.toContain(canary);
  }, 30_000);

  test("reaches it over a unix socket alone, also after a compaction", async () => {
    const directory = mkdtempSync(join(tmpdir(), "gateway-"));
    closeLater(async () => rmSync(directory, { recursive: true }));
    const unix = join(directory, "gateway.sock");
    const { gateway, facts } = await openTestGateway(
      rehearse(`
turns:
  - { use: [${report("first")}], usage: { input_tokens: 990000 } }
  - { use: [${report("second")}] }
  - { say: Done. }`),
      { door: { unix } },
    );
    const env = { ...gateway, childEnv: () => gateway.childEnv(unix) };
    const { result, calls } = await run(env);
    expect(gateway.verdict()).toBeNull();
    expect(result).toMatchObject({ is_error: false, result: "Done." });
    expect(calls).toEqual(["first", "second"]);
    expect(facts.some((fact) => fact.type === "model.answered" && fact.kind === "compaction")).toBe(true);
  }, 30_000);
});
