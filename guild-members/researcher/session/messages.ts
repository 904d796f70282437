// Parses the messages of claude that this member uses and ignores all others.
import { z } from "zod";

const initMessage = z.looseObject({
  type: z.literal("system"),
  subtype: z.literal("init"),
  tools: z.array(z.string()),
  mcp_servers: z.array(z.looseObject({ name: z.string(), status: z.string() })),
});
export type InitMessage = z.infer<typeof initMessage>;

const resultMessage = z.looseObject({
  type: z.literal("result"),
  subtype: z.string(),
  is_error: z.boolean(),
  result: z.string().optional(),
  errors: z.array(z.string()).optional(),
  api_error_status: z.int().nullish(),
  startup_failure_reason: z.string().optional(),
});
export type ResultMessage = z.infer<typeof resultMessage>;

const known = z.union([initMessage, resultMessage]);

export function readMessage(raw: unknown): InitMessage | ResultMessage | null {
  return known.safeParse(raw).data ?? null;
}
