// The first request of the SDK to `claude`: two sessions are alike only if prompt and tools are, and an answer that was
// given ahead is passed on as the answer to this session.
import { afterEach, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { type Query, query } from "@anthropic-ai/claude-agent-sdk/core";
import { z } from "zod";
import type { Toolbox } from "../../../src/contract/kit/index.ts";
import { reportFirstLine } from "../../../src/model/session/first-line.ts";
import {
  answerAs,
  type FirstRequest,
  firstRequestLine,
  readFirstRequest,
} from "../../../src/model/session/first-request.ts";
import type { SessionOrder } from "../../../src/model/session/open-session.ts";
import { sdkOptions } from "../../../src/model/session/options.ts";
import { createToolServers } from "../../../src/model/session/tool-servers.ts";

const note = {
  name: "add",
  description: "Adds a note.",
  input: { text: z.string().max(100) },
  handle: async () => ({ text: "noted" }),
};
const toolboxOf = (change: object = {}): Toolbox => ({ name: "notes", tools: [{ ...note, ...change }] });

const order: SessionOrder = {
  prompt: "Compare them.",
  promptId: null,
  systemPrompt: "You compare libraries.",
  model: null,
  builtInTools: ["Read"],
  toolboxes: [toolboxOf()],
  standIns: [],
  readable: [],
  fileToolWords: null,
  commissionId: "c",
  maxTurns: 150,
  turnsTaken: 0,
  cwd: "/work",
  env: {},
  sandbox: "bubblewrap",
  permissionMode: "bypassPermissions",
  command: (args) => ({ file: "bwrap", args }),
  claudePath: "/gh/bin/claude",
  resume: null,
};

const open: Query[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** Returns the first line that the SDK writes for a session. */
async function firstLineOf(change: Partial<SessionOrder> = {}): Promise<string> {
  const asked = { ...order, ...change };
  const over = new AbortController();
  const mcpServers = createToolServers({ ...asked, signal: over.signal });
  return new Promise((resolve) => {
    const options = sdkOptions(asked, {
      mcpServers,
      spawnClaudeCodeProcess: () => {
        const child = new EventEmitter();
        const end = () => child.emit("exit", 0, null);
        const stdin = reportFirstLine(new PassThrough(), resolve);
        return Object.assign(child, {
          stdin,
          stdout: new PassThrough(),
          killed: false,
          exitCode: null,
          kill: end,
        });
      },
    });
    open.push(query({ prompt: asked.prompt, options }));
  });
}

async function requestOf(change: Partial<SessionOrder> = {}): Promise<FirstRequest> {
  const found = readFirstRequest(await firstLineOf(change));
  if (found === null) throw new Error("The SDK does not begin with such a request any more.");
  return found;
}

test("two sessions with the same prompt and tools begin alike, whatever their task and commission", async () => {
  const [one, other] = [await requestOf(), await requestOf({ prompt: "Another task.", commissionId: "d" })];
  expect(other.content).toBe(one.content);
  expect(other.id).not.toBe(one.id);
  for (const part of ["You compare libraries.", "Adds a note.", '"maxLength":100'])
    expect(one.content).toContain(part);
});

test.each<[string, Partial<SessionOrder>]>([
  ["system prompt", { systemPrompt: "You compare other libraries." }],
  ["name of a tool", { toolboxes: [toolboxOf({ name: "put" })] }],
  ["description of a tool", { toolboxes: [toolboxOf({ description: "Adds a note. Always." })] }],
  ["schema of a tool", { toolboxes: [toolboxOf({ input: { text: z.string().max(101) } })] }],
  ["tool that only reads", { toolboxes: [toolboxOf({ readOnly: true })] }],
  ["toolbox", { toolboxes: [toolboxOf(), { ...toolboxOf(), name: "more" }] }],
])("a session with another %s begins otherwise", async (_, change) => {
  expect((await requestOf(change)).content).not.toBe((await requestOf()).content);
});

test("a line that does not name every tool is no first request", async () => {
  const line = JSON.parse(await firstLineOf()) as { request: { sdkMcpServerManifests: { notes: object } } };
  const { notes } = line.request.sdkMcpServerManifests;
  expect(readFirstRequest(JSON.stringify(line))).not.toBeNull();
  line.request.sdkMcpServerManifests.notes = { ...notes, toolsListResult: undefined };
  expect(readFirstRequest(JSON.stringify(line))).toBeNull();
  expect(readFirstRequest('{"type":"user"}')).toBeNull();
  expect(readFirstRequest("no JSON")).toBeNull();
});

test("a request that is sent ahead is read again as the same", async () => {
  const { content } = await requestOf();
  expect(readFirstRequest(firstRequestLine({ id: "ahead", content }).trimEnd())).toEqual({
    id: "ahead",
    content,
  });
});

const answer = (id: string) =>
  `{"type":"control_response","response":{"subtype":"success","request_id":"${id}","response":{"commands":[]}}}\n`;

test.each([1, 7, 4096])("only the answer to the request gets its id, in pieces of %i bytes", async (size) => {
  const before = '{"type":"system","text":"ahead \u2713"}\nno JSON about ahead\n';
  const after = `${answer("ahead")}{"type":"result"}\na torn li`;
  const given = Buffer.from(`${before}${answer("ahead")}${after}`);
  const renamed = answerAs({ from: "ahead", to: "now" });
  for (let at = 0; at < given.length; at += size) renamed.write(given.subarray(at, at + size));
  renamed.end();
  const got = Buffer.concat(await renamed.toArray()).toString();
  expect(got).toBe(`${before}${answer("now")}${after}`);
});

test("output without that answer is passed on as it is", async () => {
  const renamed = answerAs({ from: "ahead", to: "now" });
  renamed.end("one\ntwo");
  expect(Buffer.concat(await renamed.toArray()).toString()).toBe("one\ntwo");
});
