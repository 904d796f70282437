// Whether a project passes its own checks without any work in it: on the tip of its integration branch.
import { z } from "zod";
import { setUpWait } from "./set-up.ts";
import { checkResult, oid } from "./tree.ts";

/** `none`: there are no checks. `unchecked`: they have not been run there yet. */
export const baseState = z.enum(["none", "unchecked", "checking", "green", "red"]);

export const projectBase = z.object({
  state: baseState,
  /** The commit that the checks were run on; null: none yet. */
  commit: oid.nullable(),
  /** Of a red one, the first commit that was seen to be so, and when that was. */
  since: z.object({ commit: oid, at: z.string() }).nullable(),
  /** How each check came out there; a set-up that failed stands in the place of all of them. */
  checks: z.array(checkResult),
  /** Its set-up failed without a network, and waits for a person to approve its files; absent: that is not why. */
  approve: setUpWait.optional(),
});
export type ProjectBase = z.infer<typeof projectBase>;

/** base.json of a project: how its base came out when it was checked last. */
export const baseRecord = z.object({
  version: z.literal(1),
  commit: oid,
  tree: oid,
  /** The checks, the set-up and the copied files that it was checked with, as a hash. */
  conditions: z.string(),
  state: z.enum(["green", "red"]),
  since: projectBase.shape.since,
  checks: z.array(checkResult),
  approve: setUpWait.optional(),
  at: z.string(),
});
export type BaseRecord = z.infer<typeof baseRecord>;
