// From an order to the SDK's options and the whole environment of claude. Every line that is not the order itself closes
// a door that is open by default.
import type { Options } from "@anthropic-ai/claude-agent-sdk";
import type { Containment, Place } from "./containment.ts";
import { type CredentialName } from "./model-access.ts";
import { patienceMs } from "./relay.ts";
import type { SessionOrder } from "./session.ts";
import { serverName } from "./tool-names.ts";

export function sdkOptions(order: SessionOrder, { permissionMode }: Containment): Options {
  return {
    systemPrompt: order.systemPrompt,
    tools: [...order.builtIns], // what exists; allowedTools only approves
    settingSources: [], // nobody's CLAUDE.md, settings, hooks or servers
    strictMcpConfig: true,
    verbatimPrompts: true, // "@/etc/passwd" and "/command" in a task are words, nothing else
    persistSession: false,
    ...order.limits,
    ...(permissionMode === "bypassPermissions"
      ? { permissionMode, allowDangerouslySkipPermissions: true }
      : { permissionMode, allowedTools: approved(order) }),
    ...(order.model === undefined ? {} : { model: order.model }),
    hooks: { PreToolUse: [{ matcher: "WebSearch", hooks: [() => beforeSearch(order)] }] },
  };
}

/** Read, Grep and Glob are left out on purpose: named here they would open the whole disk, unnamed they keep to the cwd. */
function approved({ builtIns, tools }: SessionOrder): string[] {
  return [
    ...(tools.length === 0 ? [] : [`mcp__${serverName}`]),
    ...builtIns.filter((name) => name === "WebSearch"),
  ];
}

async function beforeSearch(order: SessionOrder) {
  try {
    await order.beforeWebSearch();
    return {};
  } catch {
    const reason = "It could not be noted that the web is read, so it is not.";
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse" as const,
        permissionDecision: "deny" as const,
        permissionDecisionReason: reason,
      },
    };
  }
}

export interface EnvironmentOrder {
  place: Place;
  sandbox: Containment["sandbox"];
  /** null: through the place's socket. */
  relayUrl: string | null;
  credential: { name: CredentialName; value: string };
  headers: Readonly<Record<string, string>>;
  mark: { name: string; value: string };
}

/** Nothing is inherited: a variable that is not written here is not there. */
export function claudeEnvironment(order: EnvironmentOrder): Record<string, string> {
  const { place, relayUrl, credential, headers, mark } = order;
  return {
    PATH: place.path,
    LANG: "C.UTF-8",
    HOME: place.home,
    CLAUDE_CONFIG_DIR: `${place.home}/config`,
    TMPDIR: order.sandbox === "bubblewrap" ? "/tmp" : place.home,
    ...(relayUrl === null && place.socket !== null
      ? { ANTHROPIC_BASE_URL: "http://relay.invalid", ANTHROPIC_UNIX_SOCKET: place.socket }
      : { ANTHROPIC_BASE_URL: relayUrl ?? "" }),
    [credential.name]: credential.value,
    ANTHROPIC_CUSTOM_HEADERS: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
    ...(order.sandbox === "bubblewrap" ? { IS_SANDBOX: "1" } : {}),
    ...fixed,
    [mark.name]: mark.value,
  };
}

const fixed = {
  CLAUDE_AGENT_SDK_MCP_NO_PREFIX: "1", // undocumented: our tools keep the names they are given
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  CLAUDE_CODE_STARTUP_FAILURE_RESULTS: "1", // a refusal at start becomes a result with its reason
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1", // else one prompt may have several results
  CLAUDE_CODE_MAX_RETRIES: "4",
  API_TIMEOUT_MS: String(patienceMs),
  BUN_CONFIG_HTTP_IDLE_TIMEOUT: String(patienceMs / 1000), // claude is a Bun program, which hangs up earlier by itself
};
