// guild-members/<name>.origin.json: where the code of a member in the home is from, and what it was then.
import { z } from "zod";

/** By path: the SHA-256 of a file (with "+x" where it can be run), or "-> " and where a link leads. */
const codeMarks = z.record(z.string(), z.string());
export type CodeMarks = z.infer<typeof codeMarks>;

const codeOrigin = z.object({
  /** `bundled`: it came with the hall, and a newer hall replaces its code. */
  kind: z.enum(["bundled", "added"]),
  from: z.string(),
  /** Of the hall that put it there. */
  release: z.string(),
  at: z.string(),
  files: codeMarks,
});
export type CodeOrigin = z.infer<typeof codeOrigin>;

export const memberOrigin = codeOrigin.extend({
  version: z.literal(1),
  /** Set before its code is replaced, and taken over when that is done: until then files of both may be there. */
  next: codeOrigin.nullable(),
});
export type MemberOrigin = z.infer<typeof memberOrigin>;
