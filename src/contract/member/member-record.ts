// run/members/<name>.json, mode 0600: the process that a hall started for a member, so that the next hall finds it.
import { z } from "zod";
import { memberName } from "./member.ts";

export const memberRecord = z.object({
  version: z.literal(1),
  name: memberName,
  pid: z.int().positive(),
  startTime: z.string(),
  bootId: z.string(),
  /** Its one endpoint; null until it has said where it listens. */
  address: z.url().nullable(),
  /** Sent to it as a bearer token. */
  secret: z.string(),
  /** What it presents at the hall's gateway in the place of a credential, and the port it was told of. */
  gateway: z.object({ secret: z.string(), port: z.int().positive() }),
  /** Of the manifest that it was started from. */
  manifestSha256: z.string(),
  startedAt: z.string(),
});
export type MemberRecord = z.infer<typeof memberRecord>;
