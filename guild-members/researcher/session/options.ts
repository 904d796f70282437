// Maps an order to the SDK's options. Most options that do not come from the order turn off something that
// the SDK allows by default.
import type { Options } from "@anthropic-ai/claude-agent-sdk";
import type { Containment } from "../sandbox/containment.ts";
import { serverName } from "../tool-names.ts";
import type { SessionOrder } from "./open-session.ts";

export function sdkOptions(order: SessionOrder, { permissionMode }: Containment): Options {
  return {
    systemPrompt: order.systemPrompt,
    tools: [...order.builtIns], // the tools that exist; allowedTools only approves some of them
    settingSources: [], // ignores any CLAUDE.md, settings, hooks and servers on this machine
    strictMcpConfig: true,
    verbatimPrompts: true, // "@/etc/passwd" and "/command" in a task are plain text
    persistSession: false,
    ...order.limits,
    ...(permissionMode === "bypassPermissions"
      ? { permissionMode, allowDangerouslySkipPermissions: true }
      : { permissionMode, allowedTools: approved(order) }),
    ...(order.model === undefined ? {} : { model: order.model }),
    hooks: { PreToolUse: [{ matcher: "WebSearch", hooks: [() => beforeSearch(order)] }] },
  };
}

/**
 * Lists the tools that may run without asking. Leaves out Read, Grep and Glob, because approval here would
 * let them read the whole disk. Without it, claude keeps them to the working directory.
 */
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
    const reason = "This member could not record that the job reads the web, so it may not read it.";
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse" as const,
        permissionDecision: "deny" as const,
        permissionDecisionReason: reason,
      },
    };
  }
}
