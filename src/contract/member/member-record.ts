// run/members/<name>.json, mode 0600: the process that a hall started for a member, so that the next hall finds it.
import { z } from "zod";
import { memberName } from "./member.ts";

export const memberRecord = z.object({
  version: z.literal(1),
  name: memberName,
  pid: z.int().positive(),
  startTime: z.string(),
  bootId: z.string(),
  /** Its one endpoint; `null` until the member has said where it listens. */
  address: z.url().nullable(),
  /** The bearer token that the hall sends to it. */
  secret: z.string(),
  /** The secret that the member presents to the hall's gateway instead of a credential, and the port it was given. */
  gateway: z.object({ secret: z.string(), port: z.int().positive() }),
  /** Hash of the manifest that the member was started from. */
  manifestSha256: z.string(),
  startedAt: z.string(),
});
export type MemberRecord = z.infer<typeof memberRecord>;
