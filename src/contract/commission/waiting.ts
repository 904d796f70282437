// Why commissions that are ready to start are waiting. The hall updates this each time it decides what to
// start, and keeps it only in memory.
import { z } from "zod";

export const waitReason = z.enum([
  "slots",
  "member",
  "stagger",
  "disk",
  "memory",
  "no_model",
  "quota",
  "chore",
  "merge",
]);

export const waiting = z.object({ reason: waitReason, message: z.string() });
export type Waiting = z.infer<typeof waiting>;
