// Whether a project passes its own checks without any work in it: on the tip of its integration branch.
import { z } from "zod";
import { setUpWait } from "./set-up.ts";
import { checkResult, oid } from "./tree.ts";

/** `none`: there are no checks. `unchecked`: they have not run there yet. */
export const baseState = z.enum(["none", "unchecked", "checking", "green", "red"]);

export const projectBase = z.object({
  state: baseState,
  /** The commit that the checks ran on; `null` if they have not run yet. */
  commit: oid.nullable(),
  /** For a red base: the first commit that was found red, and when. */
  since: z.object({ commit: oid, at: z.string() }).nullable(),
  /** How each check came out there; a failed set-up takes the place of all of them. */
  checks: z.array(checkResult),
  /** Set if its set-up failed without a network and waits for a person to approve its files. */
  approve: setUpWait.optional(),
});
export type ProjectBase = z.infer<typeof projectBase>;

/** base.json of a project: the outcome of the last check of its base. */
export const baseRecord = z.object({
  version: z.literal(1),
  commit: oid,
  tree: oid,
  /** A hash of the checks, the set-up and the copied files that it was checked with. */
  conditions: z.string(),
  state: z.enum(["green", "red"]),
  since: projectBase.shape.since,
  checks: z.array(checkResult),
  approve: setUpWait.optional(),
  at: z.string(),
});
export type BaseRecord = z.infer<typeof baseRecord>;
