// run/hall.json: where the hall of this home can be reached, written once it is ready.
import { z } from "zod";

export const hallRecord = z.object({
  version: z.literal(1),
  url: z.string(),
  pid: z.int(),
  startTime: z.string(),
  bootId: z.string(),
  home: z.string(),
  tokenFile: z.string(),
  /** The release that runs there. */
  release: z.string(),
});
export type HallRecord = z.infer<typeof hallRecord>;
