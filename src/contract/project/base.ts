// Whether a project passes its own checks without any commission's work: on its base, the tip of its integration
// branch.
import { z } from "zod";
import { setUpWait } from "./set-up.ts";
import { checkResult, oid } from "./tree.ts";

/**
 * `none`: the project has no checks. `unchecked`: they have not run on the current base yet. `green` and `red`: they
 * passed or failed.
 */
export const baseState = z.enum(["none", "unchecked", "checking", "green", "red"]);

export const projectBase = z.object({
  state: baseState,
  /** The commit that the checks ran on; `null` if they have not run yet. */
  commit: oid.nullable(),
  /** For a red base: the first commit on which the checks failed, and when; else `null`. */
  since: z.object({ commit: oid, at: z.string() }).nullable(),
  /** The result of each check on that commit. If the set-up failed, only its result is listed. */
  checks: z.array(checkResult),
  /** Set if the set-up failed without a network and waits for a person to approve the files of the base. */
  approve: setUpWait.optional(),
});
export type ProjectBase = z.infer<typeof projectBase>;

/** base.json of a project: the outcome of the last check of its base. */
export const baseRecord = z.object({
  version: z.literal(1),
  commit: oid,
  tree: oid,
  /** A hash of the checks, the set-up and the copied files that were in force. */
  conditions: z.string(),
  state: z.enum(["green", "red"]),
  since: projectBase.shape.since,
  checks: z.array(checkResult),
  approve: setUpWait.optional(),
  at: z.string(),
});
export type BaseRecord = z.infer<typeof baseRecord>;
