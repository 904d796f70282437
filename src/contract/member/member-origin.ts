// guild-members/<name>.origin.json: where a guild member's code came from, and the hashes of its files at that time.
import { z } from "zod";

/** By path: the SHA-256 of a file (with "+x" if it is executable), or "-> " and the target of a symlink. */
const codeMarks = z.record(z.string(), z.string());
export type CodeMarks = z.infer<typeof codeMarks>;

const codeOrigin = z.object({
  /** `bundled`: it came with the hall, and a newer hall replaces its code. */
  kind: z.enum(["bundled", "added"]),
  from: z.string(),
  /** The release of the hall that copied the code into the home. */
  release: z.string(),
  at: z.string(),
  files: codeMarks,
});
export type CodeOrigin = z.infer<typeof codeOrigin>;

export const memberOrigin = codeOrigin.extend({
  version: z.literal(1),
  /**
   * The code that is about to replace this one. Until all files are replaced, the directory may hold files of
   * both; then `next` becomes the origin.
   */
  next: codeOrigin.nullable(),
});
export type MemberOrigin = z.infer<typeof memberOrigin>;
