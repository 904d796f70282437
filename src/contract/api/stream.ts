// The messages of the event stream at GET /api/v1/events.
import { z } from "zod";
import { ledgerEvent } from "../commission/events.ts";
import { commissionId } from "../home/ids.ts";
import { commissionSummary } from "../commission/meta.ts";

/**
 * The part of the hall that may have changed. `attention` means the list of items that need a person. A
 * message with any other value, except `memory`, is followed by an `attention` message.
 */
export const hallPart = z.enum([
  "attention",
  "config",
  "members",
  "roster",
  "quota",
  "projects",
  "memory",
  "status",
]);
export type HallPart = z.infer<typeof hallPart>;

export const streamMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("commission"), commission: commissionSummary, event: ledgerEvent }),
  z.object({ type: z.literal("deleted"), id: commissionId }),
  z.object({ type: z.literal("hall"), what: hallPart }),
  z.object({ type: z.literal("reset") }),
]);
export type StreamMessage = z.infer<typeof streamMessage>;

/** The event after which to resume the stream; the `Last-Event-ID` header means the same. */
export const streamQuery = z.strictObject({ lastEventId: z.string().max(200).optional() });
