// The roster as the API and the command line show it: workers, guild members, toolboxes, and skipped packages.
import { z } from "zod";
import { limits } from "../commission/limits.ts";
import { memberState } from "../member/members.ts";

/** How its commissions came out, without chores. Rehearsals are counted separately and are in no other figure. */
export const workerRecord = z.object({
  running: z.int().nonnegative(),
  completed: z.int().nonnegative(),
  /** The completed commissions, each counted once by its seal. */
  verified: z.int().nonnegative(),
  claimed: z.int().nonnegative(),
  refuted: z.int().nonnegative(),
  conflict: z.int().nonnegative(),
  unchanged: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  cancelled: z.int().nonnegative(),
  rehearsed: z.int().nonnegative(),
  /** The sum over all ended commissions whose price is known. */
  usd: z.number().nonnegative(),
  /** Commissions whose cost is not known. */
  unpriced: z.int().nonnegative(),
  /** Median time from start to end of completed commissions; `null` if there are none. */
  medianSeconds: z.number().nonnegative().nullable(),
});
export type WorkerRecord = z.infer<typeof workerRecord>;

const packageEntry = {
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** Whether it came with the hall, was added to `packages/`, or is linked from its own directory. */
  source: z.enum(["bundled", "added", "linked"]),
  directory: z.string(),
  /** Problems that do not keep it off the list, such as a missing toolbox. */
  problems: z.array(z.string()),
};

const workedEntry = { ...packageEntry, record: workerRecord };

const workerLimits = limits.pick({ maxTurns: true, maxBudgetUsd: true, maxSeconds: true }).extend({
  /** Whether real work has shown that these limits suffice. */
  validated: z.boolean(),
  /** The most that a person may ask for under the hall's limits; `null` if unlimited. */
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
  /** Names as on the wire; `mcp__mail__*` stands for all tools of a toolbox that does not list them. */
  tools: z.array(z.string()),
  /** Why it does not get some of its declared tools on this machine. */
  withheld: z.array(z.string()).optional(),
  /** The toolbox packages it declares. */
  toolboxes: z.array(z.string()),
  files: z.enum(["read", "write"]),
  checkout: z.enum(["sparse", "full"]),
  limits: workerLimits,
  model: z.string().nullable(),
});
export type WorkerEntry = z.infer<typeof workerEntry>;

/** A guild member that takes work. Its name here is the one it is commissioned by: `member:NAME`. */
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
  /** `null` if they are known only once it is loaded. */
  tools: z.array(z.string()).nullable(),
});
export type ToolboxEntry = z.infer<typeof toolboxEntry>;

export const workerList = z.object({
  workers: z.array(z.discriminatedUnion("kind", [workerEntry, memberWorkerEntry])),
  toolboxes: z.array(toolboxEntry),
  /** Skipped packages and guild members, each with the field that is wrong and what was expected there. */
  problems: z.array(z.string()),
});
export type WorkerList = z.infer<typeof workerList>;
