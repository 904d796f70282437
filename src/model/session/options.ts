// Turns an order into the SDK's options. Every option beyond the order itself turns off something that is allowed by
// default.
import type { Options } from "@anthropic-ai/claude-agent-sdk";
import type { SessionOrder } from "./open-session.ts";
import { servedBoxes } from "./served-boxes.ts";

export type OwnOptions = Required<Pick<Options, "spawnClaudeCodeProcess" | "mcpServers">>;

export function sdkOptions(order: SessionOrder, own: OwnOptions): Options {
  return {
    ...own,
    systemPrompt: order.systemPrompt,
    tools: [...order.builtInTools], // which tools exist; allowedTools only approves
    settingSources: [], // the work directory's CLAUDE.md, settings, hooks and servers must not run
    strictMcpConfig: true,
    verbatimPrompts: true, // "@/etc/passwd" and "/command" in a task are plain text
    maxTurns: Math.max(1, order.maxTurns - order.turnsTaken), // a resumed session counts from 0 again
    cwd: order.cwd,
    env: { ...order.env, ...ownNames }, // replaces the environment
    pathToClaudeCodeExecutable: order.claudePath,
    ...permissions(order),
    ...(order.model === null ? {} : { model: order.model }),
    ...(order.resume === null ? {} : { resume: order.resume }),
  };
}

/**
 * An undocumented variable: tools of this process keep their given names, so that one may have a built-in tool's name.
 */
const ownNames = { CLAUDE_AGENT_SDK_MCP_NO_PREFIX: "1" };

/** Neither mode ever asks the person. Bypassing is only for a process that a sandbox contains. */
function permissions(order: SessionOrder): Partial<Options> {
  if (order.permissionMode === "bypassPermissions")
    return { permissionMode: "bypassPermissions", allowDangerouslySkipPermissions: true };
  return { permissionMode: "dontAsk", allowedTools: approvedOutsideSandbox(order) };
}

/**
 * Lists the approved tools, without Read, Grep and Glob: listed here they could read the whole disk, unlisted only the
 * cwd.
 */
function approvedOutsideSandbox(order: SessionOrder): string[] {
  const web = order.builtInTools.filter((name) => name === "WebSearch");
  const writes = order.builtInTools.some((name) => name === "Write" || name === "Edit");
  return [
    ...servedBoxes(order).map((box) => `mcp__${box.name}`),
    ...web,
    ...(writes ? ["Edit(./**)"] : []), // the rule for every tool that changes files
  ];
}
