// The messages of GET /api/v1/events.
import { z } from "zod";
import { ledgerEvent } from "../commission/events.ts";
import { commissionId } from "../home/ids.ts";
import { commissionSummary } from "../commission/meta.ts";

/**
 * What of the hall may be looked at again. `attention`: what needs a person, whatever the reason. The others name what
 * has changed; of each of them but `memory` an `attention` follows.
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

/** Where to go on; the `Last-Event-ID` header says the same. */
export const streamQuery = z.strictObject({ lastEventId: z.string().max(200).optional() });
