// Reads a Messages request: which conversation it belongs to, what it holds, and what a rehearsal needs to
// know about it. The markers below were observed in requests of claude 2.1.325; docs/guide/rehearsals.md
// states them for authors.
import { z } from "zod";
import type { RequestKind } from "../../contract/course/model-request.ts";
import { tokensIn, weightOf } from "../../rules/model/estimate.ts";
import { mostDepth, mostValues, sizeOfJson } from "../../base/data/json-size.ts";
import { type Inventory, takeInventory } from "../../rules/model/request-inventory.ts";
import { parseJson } from "./parse-json.ts";

export interface ModelRequest {
  kind: RequestKind;
  /** A count_tokens request: costs nothing and is not a turn. */
  counting: boolean;
  stream: boolean;
  model: string;
  system: string;
  tools: string[];
  lastUser: string;
  assistants: number;
  compacted: boolean;
  /** Whether the request asks the endpoint to search the web. */
  searches: boolean;
  /** The most searches that the request may make. */
  mostSearches: number;
  inventory: Inventory;
  maxTokens: number;
  estimatedInput: number;
  /** How long the endpoint is to cache the input. `null` if the request asks for no caching. */
  caches: Inventory["caches"];
  /** The upstream path and query, exactly as they arrived. */
  target: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  content: z.unknown().optional(),
});
const content = z.union([z.string(), z.array(block)]);
const message = z.looseObject({ role: z.string(), content });
const messagesRequest = z.looseObject({
  model: z.string().max(200),
  max_tokens: z.number().optional(),
  stream: z.boolean().optional(),
  system: content.optional(),
  tools: z
    .array(z.looseObject({ name: z.string(), type: z.string().nullish(), max_uses: z.unknown().optional() }))
    .optional(),
  messages: z.array(message),
});
type MessagesRequest = z.infer<typeof messagesRequest>;
type Message = z.infer<typeof message>;
type Content = z.infer<typeof content>;

export interface RawRequest {
  target: string;
  counting: boolean;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

/** Parses a request. Returns a sentence with the reason if the gateway does not accept it. */
export function readAsked(raw: RawRequest): ModelRequest | string {
  const size = sizeOfJson(raw.body);
  if (size.depth > mostDepth) return `A request may be nested at most ${mostDepth} deep.`;
  if (size.values > mostValues) return `A request may have at most ${mostValues} values.`;
  const value = parseJson(decode(raw.body));
  const parsed = messagesRequest.safeParse(value);
  if (!parsed.success) return "The body is not a Messages request.";
  const inventory = takeInventory(value as Record<string, unknown>);
  // It is unknown which of the two values the endpoint would use.
  if (inventory.members !== size.members) return "A name is given twice in one object of the request.";
  return describe(raw, parsed.data, inventory);
}

function describe(raw: RawRequest, request: MessagesRequest, inventory: Inventory): ModelRequest {
  const users = request.messages.filter((each) => each.role === "user");
  const assistants = request.messages.filter(isAnswer).length;
  const searchTools = (request.tools ?? []).filter(isSearch);
  return {
    ...raw,
    kind: raw.counting ? "other" : kindOf(request, assistants),
    stream: request.stream === true,
    model: request.model,
    system: systemText(request),
    tools: (request.tools ?? []).map((tool) => tool.name),
    lastUser: lastWords(request),
    assistants,
    compacted: textOf(users[0]?.content).startsWith(
      "This session is being continued from a previous conversation",
    ),
    searches: !raw.counting && searchTools.length > 0,
    mostSearches: raw.counting ? 0 : searchTools.reduce((sum, tool) => sum + usesOf(tool.max_uses), 0),
    inventory,
    maxTokens: mostOut(request.max_tokens),
    estimatedInput: estimateInput(raw.body, inventory),
    caches: inventory.caches,
  };
}

/** Returns an empty string if the body is not UTF-8. */
function decode(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return "";
  }
}

/** No model outputs more in one answer. */
const mostTokensOut = 128_000;

function mostOut(said: number | undefined): number {
  return said !== undefined && said >= 0 ? Math.min(Math.ceil(said), mostTokensOut) : mostTokensOut;
}

/**
 * Estimates the tokens of the request. Pictures and documents count by their own token estimates, not by their bytes.
 */
function estimateInput(body: Uint8Array, { media }: Inventory): number {
  return tokensIn(Math.max(0, weightOf(body) - media.bytes)) + media.tokens;
}

/** When a session is resumed, claude inserts this text where an answer was cut off; no model wrote it. */
const standIn = "No response requested.";

function isAnswer({ role, content: said }: Message): boolean {
  return role === "assistant" && textOf(said) !== standIn;
}

/** Returns everything said to the model since its last answer: after a resume that is more than one message. */
function lastWords({ messages }: MessagesRequest): string {
  const since = messages.slice(messages.findLastIndex(isAnswer) + 1).filter(isOfPerson);
  const heard = since.length > 0 ? since : messages.filter(({ role }) => role === "user").slice(-1);
  return heard.map((each) => textOf(each.content)).join("\n");
}

/** A message of claude that begins so has what a person said during an answer. */
const saidDuringWork = "The user sent a new message while you were working:";

function isOfPerson({ role, content: said }: Message): boolean {
  return role === "user" || (role === "system" && textOf(said).startsWith(saidDuringWork));
}

function isSearch({ type }: { type?: string | null | undefined }): boolean {
  return type?.startsWith("web_search_") === true;
}

/** The number of searches assumed for a request that sets no limit. */
const unboundedSearches = 10_000;

function usesOf(said: unknown): number {
  return typeof said === "number" && said >= 0
    ? Math.min(Math.ceil(said), unboundedSearches)
    : unboundedSearches;
}

function kindOf(request: MessagesRequest, assistants: number): RequestKind {
  const tools = request.tools ?? [];
  const words = ownWords(request.messages.findLast((each) => each.role === "user")?.content);
  if (tools.some(isSearch)) return "web_search";
  // Compaction sends the whole conversation with all its tools, and its instructions as the last text. A task that
  // merely quotes such instructions comes before the first answer.
  if (assistants > 0 && /Respond with TEXT ONLY/.test(words) && /<summary>/.test(words)) return "compaction";
  if (tools.length > 0) return "main";
  if (words.trimStart().startsWith("Web page content:")) return "page_summary";
  return /\btitle\b/i.test(systemText(request)) ? "title" : "other";
}

/** Joins the system prompt and the system messages that the SDK puts into the conversation. */
function systemText(request: MessagesRequest): string {
  const inside = request.messages
    .filter((each) => each.role === "system")
    .map((each) => textOf(each.content));
  return [textOf(request.system), ...inside].join("\n");
}

function textOf(value: Content | undefined): string {
  if (value === undefined || typeof value === "string") return value ?? "";
  return value.map(blockText).join("\n");
}

function blockText(value: z.infer<typeof block>): string {
  if (value.text !== undefined) return value.text;
  const inner = content.safeParse(value.content);
  return inner.success ? textOf(inner.data) : "";
}

/**
 * Returns the last text, without tool results: a page or a file must not pass for a request of another kind.
 */
function ownWords(value: Content | undefined): string {
  if (value === undefined || typeof value === "string") return value ?? "";
  return value.findLast((each) => each.type === "text")?.text ?? "";
}
