// Reads a Messages request: which conversation it belongs to, and what a rehearsal needs to know of it.
// The marks below were read off the wire of claude 2.1.325; docs/guide/rehearsals.md states them for authors.
import { z } from "zod";
import type { RequestKind } from "../contract/facts.ts";
import { parseJson } from "./parse-json.ts";

export interface Asked {
  kind: RequestKind;
  /** A count of tokens, not an answer: costs nothing and is no turn. */
  counting: boolean;
  stream: boolean;
  model: string;
  system: string;
  tools: string[];
  lastUser: string;
  assistants: number;
  compacted: boolean;
  /** Where to send it upstream: path and query as they came. */
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
  model: z.string(),
  stream: z.boolean().optional(),
  system: content.optional(),
  tools: z.array(z.looseObject({ name: z.string(), type: z.string().optional() })).optional(),
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

/** undefined: not a Messages request. */
export function readAsked(raw: RawRequest): Asked | undefined {
  const parsed = messagesRequest.safeParse(parseJson(new TextDecoder().decode(raw.body)));
  if (!parsed.success) return undefined;
  const request = parsed.data;
  const users = request.messages.filter((each) => each.role === "user");
  const assistants = request.messages.filter(isAnswer).length;
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
  };
}

/** A resumed session puts this where an answer was cut off; no model said it. */
const standIn = "No response requested.";

function isAnswer({ role, content: said }: Message): boolean {
  return role === "assistant" && textOf(said) !== standIn;
}

/** All that was said to the model since its last answer: after a resume that is more than one message. */
function lastWords({ messages }: MessagesRequest): string {
  const since = messages.slice(messages.findLastIndex(isAnswer) + 1).filter(({ role }) => role === "user");
  const heard = since.length > 0 ? since : messages.filter(({ role }) => role === "user").slice(-1);
  return heard.map((each) => textOf(each.content)).join("\n");
}

function kindOf(request: MessagesRequest, assistants: number): RequestKind {
  const tools = request.tools ?? [];
  const words = ownWords(request.messages.findLast((each) => each.role === "user")?.content);
  if (tools.some((tool) => tool.type?.startsWith("web_search_"))) return "web_search";
  // Compaction sends the whole conversation with all its tools, and its orders as the last text. A task that
  // speaks of such orders comes before anything was answered.
  if (assistants > 0 && /Respond with TEXT ONLY/.test(words) && /<summary>/.test(words)) return "compaction";
  if (tools.length > 0) return "main";
  if (words.trimStart().startsWith("Web page content:")) return "page_summary";
  return /\btitle\b/i.test(systemText(request)) ? "title" : "other";
}

/** System prompt, and the system messages that the SDK puts into the conversation. */
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

/** Without what tools returned: a page or a file must not be able to pass for a request of another kind. */
function ownWords(value: Content | undefined): string {
  if (value === undefined || typeof value === "string") return value ?? "";
  return value.findLast((each) => each.type === "text")?.text ?? "";
}
