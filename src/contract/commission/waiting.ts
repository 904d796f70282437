// Why commissions that are ready to start are waiting. Computed on each request, never stored.
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
