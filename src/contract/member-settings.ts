// The part of config.yaml that is about guild members.
import { z } from "zod";

export const memberSettings = z.strictObject({
  slots: z
    .int()
    .min(1)
    .max(64)
    .default(3)
    .describe(
      "How many commissions may be at work at one guild member at once; it is told when it is started.",
    ),
});
