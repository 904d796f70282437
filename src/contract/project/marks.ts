// A mark of the hall's own on a commit: the run that made it had read words of strangers. It is kept in the home and not
// in the commit, since every author of a commit could write such words, or leave them out.
import { z } from "zod";
import { commissionId, projectName } from "../home/ids.ts";
import { oid } from "./tree.ts";

export const commitMark = z.object({
  version: z.literal(1),
  commit: oid,
  commission: commissionId,
  project: projectName,
  at: z.string(),
  /** The files that the commit added or changed, as git names their content. */
  blobs: z.array(oid),
  /** Whether there were more of them, or they are not known. */
  cut: z.boolean(),
  /** A commit of the person's branch that holds the work by its files, as after a squash; null: none is known. */
  takenBy: oid.nullable(),
});
export type CommitMark = z.infer<typeof commitMark>;

/** With a hash of all the rest, so that damage is seen. */
export const commitMarkFile = commitMark.extend({ sha256: z.string() });
