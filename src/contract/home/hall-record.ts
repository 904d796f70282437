// run/hall.json: the address and the process of the hall of this home, written once the hall accepts requests.
import { z } from "zod";

export const hallRecord = z.object({
  version: z.literal(1),
  url: z.string(),
  pid: z.int(),
  startTime: z.string(),
  bootId: z.string(),
  home: z.string(),
  tokenFile: z.string(),
  /** The release of the hall that wrote this file. */
  release: z.string(),
});
export type HallRecord = z.infer<typeof hallRecord>;
