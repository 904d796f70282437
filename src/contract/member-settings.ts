// The part of config.yaml that is about guild members.
import { z } from "zod";

export const memberSettings = z.strictObject({
  slots: z
    .int()
    .min(1)
    .max(64)
    .default(3)
    .describe("How many jobs one guild member may have at work at once; it is told when it is started."),
});
