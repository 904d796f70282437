// Turns an order into the SDK's options. Every option beyond the order itself turns off something that is allowed by
// default.
import type { Options } from "@anthropic-ai/claude-agent-sdk/core";
import { ownNames, turnsLeft } from "./claude-settings.ts";
import { hooksFor } from "./file-tool-words.ts";
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
    maxTurns: turnsLeft(order),
    cwd: order.cwd,
    env: { ...order.env, ...ownNames }, // replaces the environment
    pathToClaudeCodeExecutable: order.claudePath,
    ...permissions(order),
    ...(order.readable.length === 0 ? {} : { additionalDirectories: [...order.readable] }),
    ...(order.fileToolWords === null ? {} : { hooks: hooksFor(order.fileToolWords) }),
    ...(order.model === null ? {} : { model: order.model }),
    ...(order.resume === null ? {} : { resume: order.resume }),
  };
}

/**
 * Returns the options for permissions. Neither mode asks the person. Bypassing is only for use inside a
 * sandbox.
 */
function permissions(order: SessionOrder): Partial<Options> {
  if (order.permissionMode === "bypassPermissions")
    return { permissionMode: "bypassPermissions", allowDangerouslySkipPermissions: true };
  return { permissionMode: "dontAsk", allowedTools: approvedOutsideSandbox(order) };
}

/**
 * Lists the approved tools. Read, Grep and Glob are missing on purpose: if they were listed, they could read
 * the whole disk instead of only the work directory.
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
