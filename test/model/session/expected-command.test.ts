// The command that is expected of the SDK is the one that the installed SDK really asks for. If a new version fails
// this test, `claude` would still be started, but never early: bring expected-command.ts up to date.
import { expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { query, type SpawnOptions } from "@anthropic-ai/claude-agent-sdk/core";
import { expectedCommand } from "../../../src/model/session/expected-command.ts";
import type { SessionOrder } from "../../../src/model/session/open-session.ts";
import { sdkOptions } from "../../../src/model/session/options.ts";
import { commandOf } from "../../../src/model/session/process.ts";

const order: SessionOrder = {
  prompt: "Compare them.",
  promptId: null,
  systemPrompt: "You compare libraries.",
  model: null,
  builtInTools: ["Read", "Grep", "WebSearch"],
  toolboxes: [],
  standIns: [],
  readable: [],
  fileToolWords: null,
  commissionId: "c",
  maxTurns: 150,
  turnsTaken: 0,
  cwd: "/work",
  env: { PATH: "/usr/bin", HOME: "/gh/home" },
  sandbox: "bubblewrap",
  permissionMode: "bypassPermissions",
  command: (args) => ({ file: "bwrap", args: ["--", "claude", ...args] }),
  claudePath: "/gh/bin/claude",
  resume: null,
};

/** Returns the command that the SDK asks for when a session is opened. */
function askedBySdk(asked: SessionOrder) {
  const spawned: SpawnOptions[] = [];
  const options = sdkOptions(asked, {
    mcpServers: {},
    spawnClaudeCodeProcess: (spawn) => {
      spawned.push(spawn);
      const child = new EventEmitter();
      const end = () => child.emit("exit", 0, null);
      const pipes = { stdin: new PassThrough(), stdout: new PassThrough() };
      return Object.assign(child, { ...pipes, killed: false, exitCode: null, kill: end });
    },
  });
  query({ prompt: asked.prompt, options }).close();
  const [spawn] = spawned;
  if (!spawn) throw new Error("The SDK started nothing.");
  return commandOf(asked, spawn);
}

test.each([
  ["of a new session", {}],
  ["with a model", { model: "claude-opus-5-5" }],
  ["without tools", { builtInTools: [] }],
  ["of a session with few turns left", { maxTurns: 7, turnsTaken: 9 }],
] as const)("the expected command %s is the one that the SDK asks for", (_, changes) => {
  const asked = { ...order, ...changes };
  expect(expectedCommand(asked)).toEqual(askedBySdk(asked));
});

test("the command of a resumed session is another", () => {
  expect(askedBySdk({ ...order, resume: "s" })).not.toEqual(expectedCommand(order));
});
