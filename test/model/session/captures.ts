// The endings that are captured from the real `claude`, how a capture is made fit to be kept, and what of it is compared.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { openRig, type Rig, type RigOrder } from "./rig.ts";
import { createNoteBox, note } from "./toolbox.ts";

export type Message = Record<string, unknown>;

export interface Capture {
  name: string;
  rig(): RigOrder;
  meanwhile?(rig: Rig): Promise<void>;
  end: SessionEnd;
}

const failing = (status: number) => () => ({ turns: [{ status }] });

export const captures: Capture[] = [
  {
    name: "normal",
    rig: () => ({
      files: { "README.md": "A sample." },
      turns: [
        { say: "I will look.", use: [{ tool: "Read", input: { file_path: "README.md" } }, note("a")] },
        { say: "Done." },
      ],
    }),
    end: { how: "normal", finalText: "Done." },
  },
  {
    name: "max-turns",
    rig: () => ({ order: { maxTurns: 1 }, turns: [{ use: [note("a")] }] }),
    end: { how: "turns", limit: 1 },
  },
  {
    name: "api-402",
    rig: failing(402),
    end: { how: "api", status: 402, message: "API Error: 402 scripted 402" },
  },
  {
    name: "api-401",
    rig: failing(401),
    end: { how: "api", status: 401, message: "Failed to authenticate. API Error: 401 scripted 401" },
  },
  {
    name: "api-429",
    rig: failing(429),
    end: { how: "api", status: 429, message: "API Error: Request rejected (429) · scripted 429" },
  },
  {
    name: "api-500",
    rig: failing(500),
    end: { how: "api", status: 500, message: expectAny() },
  },
  {
    name: "api-529",
    rig: failing(529),
    end: { how: "api", status: 529, message: expectAny() },
  },
  {
    name: "connection-lost",
    rig: () => ({ turns: [{ say: "I was", drop: true }] }),
    end: { how: "api", status: null, message: expectAny() },
  },
  {
    name: "no-conversation",
    rig: () => ({ order: { resume: "00000000-0000-4000-8000-000000000000" } }),
    end: {
      how: "activation",
      message:
        "claude refused to start (error_during_execution): " +
        "No conversation found with session ID: 00000000-0000-4000-8000-000000000000",
    },
  },
  {
    name: "refused-start",
    rig: () => ({ order: { env: { ...hostileStart } } }),
    end: { how: "activation", message: expectAny() },
  },
  {
    name: "killed",
    rig: () => ({ turns: [{ use: [note("a")] }, { hang: true }] }),
    meanwhile: async (rig) => {
      await rig.model.asked(2);
      rig.children[0]?.kill("SIGKILL");
    },
    end: { how: "died", message: "claude was ended by SIGKILL." },
  },
];

/** Wording that belongs to `claude` and may change: any text will do. */
function expectAny(): string {
  return "*";
}

/** A proxy that is no address is refused before anything is sent. */
const hostileStart = {
  PATH: "/usr/bin:/bin",
  HTTPS_PROXY: "not an address",
  CLAUDE_CODE_STARTUP_FAILURE_RESULTS: "1",
};

export async function captureStream(capture: Capture): Promise<Message[]> {
  const rig = await openRig({ toolboxes: [createNoteBox()], ...capture.rig() });
  await capture.meanwhile?.(rig);
  await rig.ended;
  await rig.close();
  return rig.transcript;
}

const directory = join(import.meta.dir, "../../fixtures/streams");

export function readFixture(name: string): Message[] {
  const lines = readFileSync(join(directory, `${name}.jsonl`), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Message);
}

export function writeFixture(name: string, messages: readonly Message[]): void {
  const lines = messages.map((message) => JSON.stringify(scrub(message)));
  writeFileSync(join(directory, `${name}.jsonl`), `${lines.join("\n")}\n`);
}

/** What differs from run to run or belongs to one machine or release. */
const noise = new Set([
  "uuid",
  "timestamp",
  "claude_code_version",
  "slash_commands",
  "terminal_slash_commands",
  "agents",
  "skills",
  "plugins",
  "memory_paths",
  "usage",
  "modelUsage",
  "subagent_stats",
  "capabilities",
  "messaging_socket_path",
  "model_usage_since_last_result",
]);

function scrub(message: Message): Message {
  const kept = Object.entries(message).filter(([key]) => !noise.has(key) && !key.endsWith("_ms"));
  return { ...Object.fromEntries(kept), ...(message["session_id"] ? { session_id: "session-1" } : {}) };
}

/** What the adapter depends on. */
export function shapeOf(message: Message): string {
  const content = (message["message"] as { content?: unknown } | undefined)?.content;
  const blocks = Array.isArray(content) ? content.map((block: { type: string }) => block.type) : [];
  const read = ["type", "subtype", "is_error", "api_error_status", "startup_failure_reason"];
  return [...read.map((key) => JSON.stringify(message[key]) ?? "-"), ...blocks].join(" ");
}
