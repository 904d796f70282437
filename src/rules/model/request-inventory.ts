// Lists everything in a request to the Messages API that could make the endpoint act: fields, tools, kinds of content
// and their sources. Each is one string (a mark), such as `field:mcp_servers` or `source:url`.
import { tokensInDocument, tokensPerImage } from "./estimate.ts";
import { pagesIn } from "../../base/data/pdf-pages.ts";

export interface Inventory {
  marks: ReadonlySet<string>;
  /** Names of the tools that the caller runs itself. */
  ownTools: readonly string[];
  /** How many key-value pairs all objects have. If the JSON text has more, an object repeats a key. */
  members: number;
  /** Images and documents: their bytes in the JSON text, and the most tokens they may cost. */
  media: { bytes: number; tokens: number };
  /** The longest time for which part of the request is to be cached by the endpoint. */
  caches: "5m" | "1h" | null;
}

type Json = Record<string, unknown>;

interface Taking {
  marks: Set<string>;
  ownTools: string[];
  media: Inventory["media"];
  caches: Inventory["caches"];
}

export function takeInventory(request: Json): Inventory {
  const taking: Taking = {
    marks: new Set(),
    ownTools: [],
    media: { bytes: 0, tokens: 0 },
    caches: null,
  };
  const { marks } = taking;
  for (const key of Object.keys(request)) marks.add(`field:${key}`);
  for (const tool of listIn(request["tools"])) noteTool(taking, tool);
  for (const message of listIn(request["messages"])) noteMessage(taking, message);
  for (const block of listIn(request["system"])) noteBlock(taking, block);
  for (const field of plainFields) noteKeys(marks, field, request[field]);
  for (const edit of listIn(at(request["context_management"], "edits"))) noteType(marks, "edit", edit);
  noteDisplay(marks, request["thinking"]);
  const { ownTools, media, caches } = taking;
  return { marks, ownTools, members: countMembers(request), media, caches };
}

/** Fields with small objects: every key of such an object is listed, and so is its type. */
const plainFields = [
  "thinking",
  "tool_choice",
  "output_config",
  "context_management",
  "metadata",
  "diagnostics",
  "output_format",
];

function noteKeys(marks: Set<string>, field: string, value: unknown): void {
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) marks.add(`${field}:${key}`);
  if ("type" in value) noteType(marks, `${field} type`, value);
}

/** Lists how much of its reasoning the endpoint is to show. */
function noteDisplay(marks: Set<string>, thinking: unknown): void {
  const display = at(thinking, "display");
  if (display !== undefined) marks.add(`thinking display:${typeof display === "string" ? display : "none"}`);
}

function noteType(marks: Set<string>, what: string, value: unknown): void {
  const type = at(value, "type");
  marks.add(`${what}:${typeof type === "string" ? type : "none"}`);
}

/** Lists a tool. One without a type, or of type `custom`, is run by the caller; the endpoint runs all others. */
function noteTool({ marks, ownTools }: Taking, tool: unknown): void {
  const type = at(tool, "type") ?? "custom";
  marks.add(`tool:${typeof type === "string" ? type : "none"}`);
  const name = at(tool, "name");
  if (type === "custom") ownTools.push(typeof name === "string" ? name : "");
  if (isObject(tool)) for (const key of Object.keys(tool)) marks.add(`tool key:${key}`);
}

function noteMessage(taking: Taking, message: unknown): void {
  const role = at(message, "role");
  taking.marks.add(`role:${typeof role === "string" ? role : "none"}`);
  if (isObject(message)) for (const key of Object.keys(message)) taking.marks.add(`message key:${key}`);
  noteKeys(taking.marks, "output_config", at(message, "output_config"));
  for (const block of listIn(at(message, "content"))) noteBlock(taking, block);
}

/** Keys of content that refer to something outside of the request; all others describe what is inside it. */
const leadingElsewhere: ReadonlySet<string> = new Set([
  "__proto__",
  "container",
  "container_id",
  "file_id",
  "server_name",
  "mcp_server_name",
  "url",
]);

/**
 * Lists a block of content, and the blocks inside tool results. The input of a tool call is skipped, because
 * it is plain text to the endpoint.
 */
function noteBlock(taking: Taking, block: unknown): void {
  const { marks } = taking;
  noteType(marks, "content", block);
  if (!isObject(block)) return;
  if (isObject(block["cache_control"])) noteCache(taking, block["cache_control"]);
  for (const key of Object.keys(block)) if (leadingElsewhere.has(key)) marks.add(`content key:${key}`);
  if (isObject(block["source"])) noteSource(taking, block["source"], block["type"] === "image");
  if (block["type"] === "tool_result") for (const inner of listIn(block["content"])) noteBlock(taking, inner);
}

function noteCache(taking: Taking, { ttl }: Json): void {
  taking.caches = ttl === "1h" || taking.caches === "1h" ? "1h" : "5m";
}

function noteSource(taking: Taking, source: Json, isImage: boolean): void {
  const { marks, media } = taking;
  noteType(marks, "source", source);
  for (const key of Object.keys(source)) marks.add(`source key:${key}`);
  for (const inner of listIn(source["content"])) noteBlock(taking, inner);
  const data = typeof source["data"] === "string" ? source["data"] : "";
  if (!isImage && source["type"] !== "base64") return;
  media.bytes += data.length;
  media.tokens += isImage ? tokensPerImage : tokensInDocument(pagesIn(Buffer.from(data, "base64")));
}

/**
 * Counts the key-value pairs. Iterates instead of recursing, because a request may be nested as deeply as its size
 * allows.
 */
function countMembers(request: Json): number {
  let members = 0;
  const rest: unknown[] = [request];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const inner: unknown[] = Object.values(value);
    if (!Array.isArray(value)) members += inner.length;
    for (const each of inner) if (typeof each === "object" && each !== null) rest.push(each);
  }
  return members;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function at(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
