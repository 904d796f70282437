// Tests how a client may begin to talk to a guild member (an external program that takes jobs from the hall):
// with a plain POST, with the handshake of MCP version 2025-11-25, or without a handshake, as MCP version
// 2026-07-28 allows.
import { z } from "zod";
import { simpleList, workerExtension, workerVersion } from "../../../contract/member/worker-protocol.ts";
import { holds, shaped, type ConformanceCheck } from "../check.ts";
import { resultOf } from "../reply.ts";
import { onlyReply, requestOf, type Subject } from "../subject.ts";

const client = { name: "guild-hall-conformance", version: "1" };
const capabilities = z.looseObject({ extensions: z.record(z.string(), z.unknown()).optional() });
const initialized = z.looseObject({
  protocolVersion: z.string(),
  capabilities,
  serverInfo: z.looseObject({ name: z.string(), version: z.string() }),
});

const named = z.looseObject({ version: z.string() });

/** The Accept headers that clients send: none, curl's default, and those of clients that name what they can read. */
const accepts = [null, "*/*", "application/json", "application/json, text/event-stream"] as const;

async function plain(member: Subject): Promise<void> {
  for (const accept of accepts) {
    const body = requestOf({ method: "worker/list", params: {} });
    const answer = await member.send({ body, headers: { accept } });
    resultOf(onlyReply(answer, 1), simpleList);
    const mayStream = accept?.includes("text/event-stream") === true;
    const isJson = answer.contentType.startsWith("application/json");
    holds(isJson || mayStream, `With Accept: ${accept ?? "none"} the reply is "${answer.contentType}".`);
  }
}

/**
 * Returns the value of the worker extension in the member's capabilities. `undefined` if they do not name it.
 */
export async function extensionOf(member: Subject): Promise<unknown> {
  return (await initialize(member)).capabilities.extensions?.[workerExtension];
}

function initialize(member: Subject) {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: client };
  return member.ask({ method: "initialize", params, reply: initialized });
}

const stateless = { version: "2026-07-28", key: "io.modelcontextprotocol/" } as const;

async function withoutHandshake(member: Subject): Promise<void> {
  const meta = {
    [`${stateless.key}protocolVersion`]: stateless.version,
    [`${stateless.key}clientInfo`]: client,
    [`${stateless.key}clientCapabilities`]: {},
  };
  const answer = await member.send({
    body: requestOf({ method: "worker/list", params: { _meta: meta } }),
    headers: {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": stateless.version,
      "mcp-method": "worker/list",
    },
  });
  resultOf(onlyReply(answer, 1), simpleList);
}

export const handshakeChecks: readonly ConformanceCheck[] = [
  {
    id: "handshake/plain",
    clause: "A plain POST is answered without a handshake, with any Accept header.",
    run: plain,
  },
  {
    id: "handshake/initialize",
    clause: "A client of 2025-11-25 is greeted.",
    run: async (member) => {
      const { protocolVersion } = await initialize(member);
      holds(protocolVersion === "2025-11-25", `It answers with the version ${protocolVersion}.`);
    },
  },
  {
    id: "handshake/stateless",
    clause: "A client of 2026-07-28 is answered without a handshake.",
    run: withoutHandshake,
  },
  {
    id: "handshake/extension",
    clause: `The capabilities name the extension ${workerExtension} in version ${workerVersion.now}.`,
    run: async (member) => {
      const found = await extensionOf(member);
      holds(found !== undefined, "The capabilities do not name it.");
      const { version } = shaped(named, { value: found, what: "The value of the extension" });
      holds(version === workerVersion.now, `The capabilities name version ${version}.`);
    },
  },
  {
    id: "handshake/tools-list",
    clause: "tools/list answers with a list, which is empty if the member only takes work.",
    run: async (member) => {
      const reply = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) });
      await member.ask({ method: "tools/list", params: {}, reply });
    },
  },
];
