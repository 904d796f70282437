// The gateway passes on what the session was ordered with, and nothing else: a shell behind it could otherwise have the
// endpoint fetch pages, run code, open files of the account, or think with a dearer model.
import { afterEach, describe, expect, test } from "bun:test";
import { systemClock } from "../../../src/host/clock.ts";
import { serveHttp } from "../../../src/host/network/http-server.ts";
import { createSend } from "../../../src/host/network/outbound.ts";
import { answerAtDoor, largestTaken, plainly } from "../../../src/model/gateway/door.ts";
import { createForwardModel } from "../../../src/model/gateway/forward.ts";
import type { ToolSet } from "../../../src/rules/limits/tools.ts";
import { askFor, handoffTo, openJob, openTestJobs, secretOf, ada } from "./jobs-support.ts";
import {
  answerText,
  anything,
  ask,
  type AskPart,
  canary,
  closeAll,
  closeLater,
  forwardTo,
  mainBody,
  openTestGateway,
  openUpstream,
  streamed,
} from "./support.ts";

afterEach(closeAll);

const tools: ToolSet = {
  builtIn: ["Read", "Bash"],
  toolboxes: [
    { name: "commission", tools: ["report_progress"] },
    { name: "mail", tools: null },
  ],
};
const narrow = { tools, models: "one", maySearch: async () => false } as const;
const searching = { ...narrow, maySearch: async () => true };

const answering = () => openUpstream(() => streamed(answerText("Hi")));
const user = (...content: object[]) => ({ messages: [{ role: "user", content }] });
const own = { name: "mcp__commission__report_progress", input_schema: { type: "object" } };
const result = (content: object) => ({ type: "tool_result", tool_use_id: "t", content: [content] });

const strange: [string, AskPart][] = [
  [
    "a page that the endpoint fetches",
    { body: { tools: [own, { type: "web_fetch_20250910", name: "web_fetch" }] } },
  ],
  ["a newer search", { body: { tools: [own, { type: "web_search_20260209", name: "web_search" }] } }],
  [
    "a search that was not granted",
    { body: { tools: [{ type: "web_search_20250305", name: "web_search" }] } },
  ],
  [
    "a machine that runs code",
    { body: { tools: [own, { type: "code_execution_20250825", name: "code_execution" }] } },
  ],
  ["a tool of another type", { body: { tools: [own, { type: "memory_20250818", name: "memory" }] } }],
  ["a tool that it was not granted", { body: { tools: [own, { ...own, name: "Write" }] } }],
  [
    "a tool that code may call",
    { body: { tools: [{ ...own, allowed_callers: ["code_execution_20250825"] }] } },
  ],
  [
    "a connector",
    { body: { mcp_servers: [{ type: "url", url: "https://evil.example/sse", name: "evil" }] } },
  ],
  ["a container", { body: { container: "container_1" } }],
  [
    "an edit of the context that bills beside",
    { body: { context_management: { edits: [{ type: "compact_20260112" }] } } },
  ],
  ["another compaction", { body: { compaction: { type: "auto" } } }],
  ["a thread that the endpoint keeps", { body: { thread: { type: "create" } } }],
  ["fallbacks", { body: { fallbacks: [{ model: "claude-fable-5" }] } }],
  ["another place to think", { body: { inference_geo: "us" } }],
  ["a dearer speed", { body: { speed: "fast" } }],
  ["a dearer tier", { body: { service_tier: "auto" } }],
  ["an unknown field", { body: { __proto__x: 1 } }],
  [
    "an image by its address",
    { body: user({ type: "image", source: { type: "url", url: "https://evil.example/x.png" } }) },
  ],
  ["an image of the account", { body: user({ type: "image", source: { type: "file", file_id: "file_1" } }) }],
  [
    "a document by its address",
    { body: user({ type: "document", source: { type: "url", url: "https://evil.example" } }) },
  ],
  ["a file for a container", { body: user({ type: "container_upload", file_id: "file_1" }) }],
  [
    "an image by its address inside a result",
    { body: user(result({ type: "image", source: { type: "url", url: "https://evil.example" } })) },
  ],
  [
    "an image by its address inside a document",
    {
      body: user({
        type: "document",
        source: {
          type: "content",
          content: [{ type: "image", source: { type: "url", url: "https://evil.example" } }],
        },
      }),
    },
  ],
  ["an unknown beta", { headers: { "anthropic-beta": "mcp-client-2025-11-20" } }],
  [
    "an unknown beta behind a known one",
    { headers: { "anthropic-beta": "claude-code-20250219, files-api-2025-04-14" } },
  ],
];

/** The gateway's own door and its own way to the endpoint, with nothing between them that looks at what is asked. */
function openWithoutList(url: string): string {
  const forwarding = forwardTo(url);
  if (forwarding.mode !== "forward") throw new Error("a rehearsal reaches no endpoint");
  const model = createForwardModel({ send: createSend(), handoff: forwarding.handoff });
  const behind = plainly(async (asked, signal) => {
    const answer = await model.ask(asked, signal);
    if (!(answer instanceof Response)) throw new Error("only a rehearsal answers like this");
    return answer;
  });
  const server = serveHttp({
    at: { port: 0 },
    maxBodyBytes: largestTaken,
    handle: (request) => answerAtDoor({ clock: systemClock, behind: () => behind }, request),
  });
  closeLater(() => server.stop());
  return `http://127.0.0.1:${server.port}`;
}

describe("a request with", () => {
  test.each(strange)("%s goes nowhere, in plain words and on record", async (_name, part) => {
    const upstream = answering();
    const { url, facts, gateway } = await openTestGateway(forwardTo(upstream.url), { ordered: narrow });
    const answer = await ask(url, part);
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([402, "false"]);
    const { error } = (await answer.json()) as { error: { message: string } };
    expect(error.message).toMatch(/^This session was not ordered with the .+\.$/);
    expect(upstream.seen.length).toBe(0);
    expect(facts).toMatchObject([{ type: "model.failed", message: expect.stringContaining(error.message) }]);
    expect(gateway.verdict()).toBeNull();
  });

  test.each(strange)("%s reaches the endpoint where the list is off (control)", async (_name, part) => {
    const upstream = answering();
    expect((await ask(openWithoutList(upstream.url), part)).status).toBe(200);
    const [seen] = upstream.seen;
    expect(JSON.parse(seen?.body ?? "")).toMatchObject(part.body ?? {});
    for (const [name, value] of Object.entries(part.headers ?? {}))
      expect(seen?.headers.get(name)).toBe(value);
    expect(seen?.headers.get("x-api-key")).toBe(canary);
  });

  test("what was ordered goes out, with tools of all its toolboxes", async () => {
    const upstream = answering();
    const { url } = await openTestGateway(forwardTo(upstream.url), { ordered: narrow });
    const known = [own, { ...own, name: "Read" }, { ...own, name: "mcp__mail__send", type: "custom" }];
    expect((await ask(url, { body: { tools: known } })).status).toBe(200);
    expect(upstream.seen.length).toBe(1);
  });

  test("a search that was granted goes out, and is on record before it does", async () => {
    const order: string[] = [];
    const upstream = openUpstream(() => {
      order.push("sent");
      return streamed(answerText("Hi"));
    });
    const { url } = await openTestGateway(forwardTo(upstream.url), {
      ordered: { ...searching, models: "any" },
      record: async (fact) => void order.push(fact.type),
      sending: async (fact) => void order.push(fact.type),
    });
    const body = { tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 8 }] };
    for (let n = 0; n < 2; n++) await (await ask(url, { body })).text();
    const each = ["model.sent", "sent", "model.answered"];
    expect(order).toEqual(["model.searching", ...each, ...each]);
  });

  test("another model than the first goes nowhere, but claude's own small one does", async () => {
    const upstream = answering();
    const { url } = await openTestGateway(forwardTo(upstream.url), { ordered: narrow });
    const status = async (model: string) => (await ask(url, { body: { model } })).status;
    expect(await status("claude-haiku-5-5")).toBe(200);
    expect(await status("claude-fable-5")).toBe(402);
    expect(await status("claude-haiku-5-5")).toBe(200);
  });

  test("a name that is given twice goes nowhere: which of the two counts is not known", async () => {
    const upstream = answering();
    const { url } = await openTestGateway(forwardTo(upstream.url), { ordered: anything });
    const text = JSON.stringify(mainBody());
    const twice = [
      text.replace("{", '{"tools":[{"type":"web_fetch_20250910","name":"web_fetch"}],'),
      text.replace('"role"', '"role":"user","role"'),
      text.replace("{", '{"\\u006dodel":"claude-fable-5",'),
      text.replace("{", '{"__proto__":{"mcp_servers":[]},'),
      text.replace('"type":"text"', '"type":"text","__proto__":{"source":{"type":"url"}}'),
    ];
    for (const body of twice) {
      const answer = await fetch(`${url}/v1/messages`, {
        method: "POST",
        headers: { "x-api-key": "per-commission-secret" },
        body,
      });
      expect(answer.status).toBe(402);
    }
    expect(upstream.seen.length).toBe(0);
  });

  test("headers that claude does not send reaches the endpoint without them, and so do its answers", async () => {
    const upstream = openUpstream(() =>
      streamed(answerText("Hi"), { "x-private": "no", "set-cookie": "a=b", "request-id": "r" }),
    );
    const { url } = await openTestGateway(forwardTo(upstream.url));
    const headers = {
      "x-original-url": "/v1/files",
      "x-http-method-override": "DELETE",
      "x-forwarded-host": "evil.example",
      "anthropic-workspace-id": "other",
      cookie: "a=b",
      "anthropic-version": "2023-01-01",
    };
    const answer = await ask(url, { headers });
    const seen = Object.keys(Object.fromEntries(upstream.seen[0]?.headers ?? []));
    for (const name of Object.keys(headers))
      expect([name, seen.includes(name)]).toEqual([name, name === "anthropic-version"]);
    expect(upstream.seen[0]?.headers.get("anthropic-version")).toBe("2023-06-01");
    expect([...answer.headers.keys()].filter((name) => /private|cookie/.test(name))).toEqual([]);
    expect(answer.headers.get("request-id")).toBe("r");
  });

  test("another query goes nowhere", async () => {
    const { url } = await openTestGateway(forwardTo(answering().url));
    expect((await ask(url, { path: "/v1/messages?beta=true&x=1" })).status).toBe(404);
  });
});

test("only so many refusals are noted", async () => {
  const { url, facts } = await openTestGateway(forwardTo(answering().url), { ordered: narrow });
  for (let n = 0; n < 50; n++) await ask(url, { body: { container: "c" } });
  expect(facts.length).toBe(20);
  expect(facts.at(-1)).toMatchObject({ message: expect.stringContaining("Further ones are not noted.") });
});

describe("a job of a guild member", () => {
  const search = { tools: [{ type: "web_search_20250305", name: "web_search" }] };
  test("may have any model and tools of its own, and search the web if its manifest says so", async () => {
    const upstream = answering();
    for (const may of [true, false]) {
      const rig = openTestJobs({ maySearch: async () => may, handoff: handoffTo(upstream.url) });
      rig.jobs.admit(ada, secretOf(ada));
      openJob(rig, { jobId: "job-1" }, { model: forwardTo(upstream.url) });
      const status = async (body: object, jobId: string) =>
        (await askFor(rig, { jobId }, { body: { ...body } })).status;
      for (const jobId of ["job-1", "stray"]) {
        expect(await status({ model: "claude-fable-5", tools: [{ ...own, name: "anything" }] }, jobId)).toBe(
          200,
        );
        expect(await status({ mcp_servers: [] }, jobId)).toBe(402);
        expect(await status(search, jobId)).toBe(may ? 200 : 402);
      }
    }
  });
});
