// guild-members/<name>.origin.json: where a member's code came from, and its file hashes at that time.
import { z } from "zod";

/** By path: the SHA-256 of a file (with "+x" if it is executable), or "-> " and the target of a symlink. */
const codeMarks = z.record(z.string(), z.string());
export type CodeMarks = z.infer<typeof codeMarks>;

const codeOrigin = z.object({
  /** `bundled`: it came with the hall, and a newer hall replaces its code. */
  kind: z.enum(["bundled", "added"]),
  from: z.string(),
  /** The release of the hall that put it there. */
  release: z.string(),
  at: z.string(),
  files: codeMarks,
});
export type CodeOrigin = z.infer<typeof codeOrigin>;

export const memberOrigin = codeOrigin.extend({
  version: z.literal(1),
  /** Set before the code is replaced and promoted afterwards: until then files of both releases may be there. */
  next: codeOrigin.nullable(),
});
export type MemberOrigin = z.infer<typeof memberOrigin>;
