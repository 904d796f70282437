// Who can be commissioned, as the doors show it: workers, guild members, toolboxes, and what was passed over.
import { z } from "zod";
import { limits } from "../commission/limits.ts";
import { memberState } from "../member/members.ts";

/** How its commissions came out, chores left out. Rehearsals are counted apart and are in none of the other figures. */
export const workerRecord = z.object({
  running: z.int().nonnegative(),
  completed: z.int().nonnegative(),
  /** The completed ones, each counted once by its seal. */
  verified: z.int().nonnegative(),
  claimed: z.int().nonnegative(),
  refuted: z.int().nonnegative(),
  conflict: z.int().nonnegative(),
  unchanged: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  cancelled: z.int().nonnegative(),
  rehearsed: z.int().nonnegative(),
  /** Of all that ended, where the price is known. */
  usd: z.number().nonnegative(),
  /** Commissions whose cost is not known. */
  unpriced: z.int().nonnegative(),
  /** From start to end, in the middle of those that were completed; null: none was. */
  medianSeconds: z.number().nonnegative().nullable(),
});
export type WorkerRecord = z.infer<typeof workerRecord>;

const packageEntry = {
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** Where it is from: it came with the hall, was added to `packages/`, or is used from where it lies. */
  source: z.enum(["bundled", "added", "linked"]),
  directory: z.string(),
  /** What is wrong with it although it is listed, such as a toolbox that is not there. */
  problems: z.array(z.string()),
};

const workedEntry = { ...packageEntry, record: workerRecord };

const workerLimits = limits.pick({ maxTurns: true, maxBudgetUsd: true, maxSeconds: true }).extend({
  /** Whether real work has shown that they suffice. */
  validated: z.boolean(),
  /** What a person may ask for at most, as the hall's limits have it; null: no bound. */
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
  /** Names as on the wire; `mcp__mail__*` stands for all tools of a toolbox that does not name them. */
  tools: z.array(z.string()),
  /** Why it is not offered some of the tools that it declares, on this machine. */
  withheld: z.array(z.string()).optional(),
  /** The toolbox packages it declares. */
  toolboxes: z.array(z.string()),
  files: z.enum(["read", "write"]),
  checkout: z.enum(["sparse", "full"]),
  limits: workerLimits,
  model: z.string().nullable(),
});
export type WorkerEntry = z.infer<typeof workerEntry>;

/** A guild member that takes work, by the name it is commissioned by: `member:NAME`. */
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
  /** null: known only when it is loaded. */
  tools: z.array(z.string()).nullable(),
});
export type ToolboxEntry = z.infer<typeof toolboxEntry>;

export const workerList = z.object({
  workers: z.array(z.discriminatedUnion("kind", [workerEntry, memberWorkerEntry])),
  toolboxes: z.array(toolboxEntry),
  /** Packages and guild members that were passed over, each with the field that is wrong and what was expected there. */
  problems: z.array(z.string()),
});
export type WorkerList = z.infer<typeof workerList>;
