// The list of what a session may send to a model's endpoint: exactly what the pinned version of claude sends when it
// works as ordered. It was captured from claude 2.1.325. `test/model/gateway/claude-sends.test.ts` runs claude in every
// way that the hall does, and fails if claude sends more.
import { canonicalName } from "./prices.ts";
import type { Inventory } from "./request-inventory.ts";
import { beyond, type ToolSet } from "../limits/tools.ts";

export interface Ordered {
  /** The tools that claude runs; `null` allows any name. */
  tools: ToolSet | null;
  /** Whether the endpoint may search the web for the session. */
  webSearch: boolean;
}

const passedOn: ReadonlySet<string> = new Set([
  "accept",
  "anthropic-beta",
  "anthropic-dangerous-direct-browser-access",
  "anthropic-version",
  "content-type",
  "user-agent",
  "x-app",
  "x-claude-code-session-id",
  "x-stainless-arch",
  "x-stainless-lang",
  "x-stainless-os",
  "x-stainless-package-version",
  "x-stainless-retry-count",
  "x-stainless-runtime",
  "x-stainless-runtime-version",
  "x-stainless-timeout",
]);

/**
 * The only API version that is allowed: an older one streams in another form, whose tokens the gateway cannot count.
 */
export const apiVersion = "2023-06-01";

/** Whether a header is forwarded to the endpoint. All other headers are dropped; the gateway sets its own. */
export function isHeaderPassedOn(name: string): boolean {
  return passedOn.has(name);
}

const marks: ReadonlySet<string> = new Set([
  "content:document", // a PDF that was read
  "content:image",
  "content:redacted_thinking",
  "content:text",
  "content:thinking",
  "content:tool_result",
  "content:tool_use",
  "context_management:edits",
  "edit:clear_thinking_20251015",
  "field:context_management",
  "field:max_tokens",
  "field:messages",
  "field:metadata",
  "field:model",
  "field:output_config",
  "field:stream",
  "field:system",
  "field:temperature",
  "field:thinking",
  "field:tool_choice",
  "field:tools",
  "message key:content",
  "message key:output_config",
  "message key:role",
  "metadata:user_id",
  "output_config:effort",
  "role:assistant",
  "role:system",
  "role:user",
  "source key:data",
  "source key:media_type",
  "source key:type",
  "source:base64",
  "thinking display:updates",
  "thinking type:adaptive",
  "thinking type:disabled",
  "thinking type:enabled",
  "thinking:budget_tokens",
  "thinking:display",
  "thinking:type",
  "tool key:defer_loading",
  "tool key:description",
  "tool key:input_schema",
  "tool key:name",
  "tool key:type",
  "tool:custom",
  "tool_choice type:auto",
  "tool_choice type:tool",
  "tool_choice:name",
  "tool_choice:type",
]);

/** Allowed only if a web search was ordered. */
const searchMarks: ReadonlySet<string> = new Set([
  "tool key:allowed_domains",
  "tool key:blocked_domains",
  "tool key:max_uses",
  "tool:web_search_20250305",
]);

const betas: ReadonlySet<string> = new Set([
  "claude-code-20250219",
  "context-management-2025-06-27",
  "effort-2025-11-24",
  "fallback-credit-2026-06-01",
  "interleaved-thinking-2025-05-14",
  "mid-conversation-tool-changes-2026-07-01",
  "per-turn-control-2026-07-01",
  "thinking-display-updates-2026-08-18",
  "thinking-token-count-2026-05-13",
]);

/** The whole list, for the test that compares it with what claude sends. */
export const listed = { marks: new Set([...marks, ...searchMarks]), betas };

/** Tools that claude adds to a request by itself. */
const ownTools: ReadonlySet<string> = new Set(["DeferredToolPlaceholder"]);

/** Returns a sentence that names the first thing that was not ordered; `null` if everything was. */
export function whyNotOrdered(
  inventory: Inventory,
  askedBetas: readonly string[],
  ordered: Ordered,
): string | null {
  const isListed = (mark: string) => marks.has(mark) || (ordered.webSearch && searchMarks.has(mark));
  const strange = [...inventory.marks].find((mark) => !isListed(mark));
  if (strange !== undefined) return notOrdered(strange);
  const beta = askedBetas.find((word) => !betas.has(word));
  if (beta !== undefined) return notOrdered(`beta:${beta}`);
  const names = inventory.ownTools.filter((name) => !ownTools.has(name));
  const tool = ordered.tools === null ? undefined : beyond(ordered.tools, names)[0];
  return tool === undefined ? null : notOrdered(`tool named:${tool}`);
}

const longestShown = 80;

/** Escapes and cuts the value, because it comes from the caller and goes on record. */
function notOrdered(mark: string): string {
  const at = mark.indexOf(":");
  const value = JSON.stringify(mark.slice(at + 1, at + 1 + longestShown));
  return `This session was not ordered with the ${mark.slice(0, at)} ${value}.`;
}

/** Whether this is a small model that claude uses beside the conversation, whatever model the conversation has. */
export function isSmallModel(model: string): boolean {
  return smallModels.has(canonicalName(model));
}

const smallModels: ReadonlySet<string> = new Set(["claude-haiku-4-5", "claude-haiku-5-5"]);
