// The workers, guild members and toolboxes as the API and the command line list them, with the packages that
// were skipped.
import { z } from "zod";
import { limits } from "../commission/limits.ts";
import { memberState } from "../member/members.ts";

/**
 * The outcomes of one worker's commissions. Chores, which the hall creates itself, are not counted;
 * rehearsals are counted in `rehearsed` only.
 */
export const workerRecord = z.object({
  running: z.int().nonnegative(),
  completed: z.int().nonnegative(),
  /**
   * The next five fields count each completed commission once, by how far its work was checked and merged.
   */
  verified: z.int().nonnegative(),
  claimed: z.int().nonnegative(),
  refuted: z.int().nonnegative(),
  conflict: z.int().nonnegative(),
  unchanged: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  cancelled: z.int().nonnegative(),
  rehearsed: z.int().nonnegative(),
  /** The cost of all ended commissions whose cost is known. */
  usd: z.number().nonnegative(),
  /** How many ended commissions have an unknown cost. */
  unpriced: z.int().nonnegative(),
  /** Median time from start to end of completed commissions; `null` if there are none. */
  medianSeconds: z.number().nonnegative().nullable(),
});
export type WorkerRecord = z.infer<typeof workerRecord>;

const packageEntry = {
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** Whether the package came with the hall, was copied to `packages/`, or is linked from its own directory. */
  source: z.enum(["bundled", "added", "linked"]),
  directory: z.string(),
  /** Problems of a package that is listed all the same, such as a missing toolbox. */
  problems: z.array(z.string()),
};

const workedEntry = { ...packageEntry, record: workerRecord };

const workerLimits = limits.pick({ maxTurns: true, maxBudgetUsd: true, maxSeconds: true }).extend({
  /** Whether real work has shown that these limits suffice. */
  validated: z.boolean(),
  /**
   * The highest limits that the hall allows a person to ask for; `null` if there is no bound. A project may
   * have lower ones.
   */
  most: z
    .object({
      maxTurns: z.int().nullable(),
      maxBudgetUsd: z.number().nullable(),
      maxSeconds: z.int().nullable(),
    })
    .optional(),
});

export const workerEntry = z.object({
  ...workedEntry,
  kind: z.literal("package"),
  /**
   * The names of its tools as the model sees them; `mcp__mail__*` stands for all tools of a toolbox that does not list
   * them.
   */
  tools: z.array(z.string()),
  /** Why the worker does not get some of its declared tools on this machine. */
  withheld: z.array(z.string()).optional(),
  /** The toolbox packages that the worker declares. */
  toolboxes: z.array(z.string()),
  files: z.enum(["read", "write"]),
  checkout: z.enum(["sparse", "full"]),
  limits: workerLimits,
  model: z.string().nullable(),
});
export type WorkerEntry = z.infer<typeof workerEntry>;

/** A guild member that takes work. Its `name` is `member:NAME`, the name by which it is commissioned. */
export const memberWorkerEntry = z.object({
  ...workedEntry,
  kind: z.literal("member"),
  version: z.string(),
  state: memberState,
  limits: workerLimits,
});
export type MemberWorkerEntry = z.infer<typeof memberWorkerEntry>;

export const toolboxEntry = z.object({
  ...packageEntry,
  /** The names of its tools; `null` if they are known only once the toolbox is loaded. */
  tools: z.array(z.string()).nullable(),
});
export type ToolboxEntry = z.infer<typeof toolboxEntry>;

export const workerList = z.object({
  workers: z.array(z.discriminatedUnion("kind", [workerEntry, memberWorkerEntry])),
  toolboxes: z.array(toolboxEntry),
  /**
   * The packages and guild members that were skipped, a sentence each: which field is wrong, and what was expected
   * there.
   */
  problems: z.array(z.string()),
});
export type WorkerList = z.infer<typeof workerList>;
