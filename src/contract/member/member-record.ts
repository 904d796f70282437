// run/members/<name>.json, mode 0600: the process that a hall started for a guild member, so that the next hall finds
// it.
import { z } from "zod";
import { memberName } from "./member.ts";

export const memberRecord = z.object({
  version: z.literal(1),
  name: memberName,
  pid: z.int().positive(),
  startTime: z.string(),
  bootId: z.string(),
  /** The URL at which the member listens; `null` until the member has printed it. */
  address: z.url().nullable(),
  /** The bearer token that the hall sends to the member. */
  secret: z.string(),
  /**
   * The secret with which the member reaches the model through the hall's gateway, in place of a real credential; and
   * the gateway's port when the member was started.
   */
  gateway: z.object({ secret: z.string(), port: z.int().positive() }),
  /** Hash of the manifest that the member was started from. */
  manifestSha256: z.string(),
  startedAt: z.string(),
});
export type MemberRecord = z.infer<typeof memberRecord>;
