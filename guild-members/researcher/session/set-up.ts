// Sets up what a session needs while it lasts: its directory, its relay to the model, its process and its
// tools.
import type { Options } from "@anthropic-ai/claude-agent-sdk";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findClaude } from "../sandbox/claude-binary.ts";
import { openRelay } from "../sandbox/relay.ts";
import type { OrderedTools } from "./activation.ts";
import { type ClaudeExit, type ClaudeProcess, createClaudeProcess } from "./claude-process.ts";
import { claudeEnvironment } from "./environment.ts";
import type { SessionDeps, SessionOrder } from "./open-session.ts";
import { sdkOptions } from "./options.ts";
import { type Sdk, serveTools } from "./tool-server.ts";

export interface SessionSetUpOrder {
  sdk: Sdk;
  deps: SessionDeps;
  order: SessionOrder;
  /** Fires when the session is over. */
  signal: AbortSignal;
}

export interface SessionSetUp {
  options: Options;
  ordered: OrderedTools;
  claude: ClaudeProcess;
  /** Ends the process and the relay and removes the directory. */
  close(): Promise<ClaudeExit | null>;
}

export function setUp({ sdk, deps, order, signal }: SessionSetUpOrder): SessionSetUp {
  const { access, containment } = deps;
  const { program, credential } = needs(deps);
  const cwd = makePlace(order.directory);
  const place = containment.place(order.directory);
  const relay = openRelay({
    access,
    directory: place.socket && order.directory,
    secret: credential.value,
    headers: order.headers,
  });
  const mark = { name: "GUILD_SESSION", value: secret() };
  const claude = createClaudeProcess({
    command: (args) => place.command(program, args),
    cwd,
    mark: `${mark.name}=${mark.value}`,
  });
  const { servers, idle } = serveTools(sdk, { tools: order.tools, signal });
  const { sandbox } = containment;
  const env = claudeEnvironment({
    place,
    sandbox,
    credential,
    mark,
    relayUrl: relay.url,
    headers: order.headers,
  });
  return {
    options: {
      ...sdkOptions(order, containment),
      env,
      cwd,
      mcpServers: servers,
      pathToClaudeCodeExecutable: program,
      spawnClaudeCodeProcess: (options) => claude.start(options),
    },
    ordered: {
      tools: [...order.builtIns, ...order.tools.map(({ name }) => name)],
      servers: Object.keys(servers),
    },
    claude,
    close: async () => {
      const exit = await claude.end();
      await idle();
      await relay.close();
      rmSync(order.directory, { recursive: true, force: true });
      return exit;
    },
  };
}

/** Returns claude's path and a stand-in credential of the same kind as the real one, which only the relay accepts. */
function needs({ access }: SessionDeps) {
  const program = findClaude();
  if (program === undefined)
    throw new Error("claude is not installed; the SDK's package for this platform is missing");
  if (access.credential === null)
    throw new Error("this member has no credential; give it ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN");
  return { program, credential: { name: access.credential.name, value: secret() } };
}

function secret(): string {
  return randomBytes(24).toString("base64url");
}

/** Creates an empty directory, removing what an earlier process may have left. */
function makePlace(directory: string): string {
  rmSync(directory, { recursive: true, force: true });
  for (const name of ["cwd", "home"]) mkdirSync(join(directory, name), { recursive: true, mode: 0o700 });
  return join(directory, "cwd");
}
