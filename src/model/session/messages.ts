// Parses the messages of `claude` that the session reads. A worker may forge any of them and a new release may add
// others, so a message that does not fit is ignored.
import { z } from "zod";

const toolResultText = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
]);

const block = z.union([
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: z.unknown() }),
  z.looseObject({
    type: z.literal("tool_result"),
    tool_use_id: z.string(),
    content: toolResultText.optional(),
    is_error: z.boolean().optional(),
  }),
  z.looseObject({ type: z.string() }).transform(() => ({ type: "other" as const })),
]);
export type Block = z.infer<typeof block>;

const content = z
  .union([z.string(), z.array(block)])
  .transform((value): Block[] => (typeof value === "string" ? [{ type: "text", text: value }] : value));

const initMessage = z.looseObject({
  type: z.literal("system"),
  subtype: z.literal("init"),
  session_id: z.string(),
  model: z.string(),
  tools: z.array(z.string()),
  mcp_servers: z.array(z.looseObject({ name: z.string(), status: z.string() })),
  permissionMode: z.string(),
});
export type InitMessage = z.infer<typeof initMessage>;

const spokenMessage = z.looseObject({
  type: z.enum(["assistant", "user"]),
  message: z.looseObject({ content, model: z.string().optional() }),
});
export type SpokenMessage = z.infer<typeof spokenMessage>;

const resultMessage = z.looseObject({
  type: z.literal("result"),
  subtype: z.string(),
  is_error: z.boolean(),
  result: z.string().optional(),
  errors: z.array(z.string()).optional(),
  api_error_status: z.int().nullish(),
  startup_failure_reason: z.string().optional(),
  total_cost_usd: z.number().optional(),
});
export type ResultMessage = z.infer<typeof resultMessage>;

/** Says what became of a message with a `uuid`. The SDK does not document it. */
const lifecycleMessage = z.looseObject({
  type: z.literal("command_lifecycle"),
  command_uuid: z.string(),
  state: z.enum(["queued", "started", "completed", "cancelled"]),
});
export type LifecycleMessage = z.infer<typeof lifecycleMessage>;

const known = z.union([initMessage, spokenMessage, resultMessage, lifecycleMessage]);

export function readMessage(
  raw: unknown,
): InitMessage | SpokenMessage | ResultMessage | LifecycleMessage | null {
  return known.safeParse(raw).data ?? null;
}
