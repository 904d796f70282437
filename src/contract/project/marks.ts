// The hall's mark on a commit whose worker had read text from outside, such as web pages. The mark is a file
// in the home. It is not part of the commit, because the author of a commit could forge it or leave it out.
import { z } from "zod";
import { commissionId, projectName } from "../home/ids.ts";
import { oid } from "./tree.ts";

export const commitMark = z.object({
  version: z.literal(1),
  commit: oid,
  commission: commissionId,
  project: projectName,
  at: z.string(),
  /** The blob ids of the files that the commit added or changed. */
  blobs: z.array(oid),
  /** Whether some blobs are missing, because there were too many or they are not known. */
  cut: z.boolean(),
  /**
   * A commit of the person's branch that contains the same changes, as after a squash merge; `null` if none is known.
   */
  takenBy: oid.nullable(),
});
export type CommitMark = z.infer<typeof commitMark>;

/** The file with the mark. `sha256` is a hash of all other fields, so that damage is detected. */
export const commitMarkFile = commitMark.extend({ sha256: z.string() });
