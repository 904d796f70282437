// Who can be commissioned, as the doors show it: workers, guild members, toolboxes, and what was passed over.
import { z } from "zod";
import { limits } from "./limits.ts";
import { memberState } from "./members.ts";

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

const workerLimits = limits.pick({ maxTurns: true, maxBudgetUsd: true, maxSeconds: true }).extend({
  /** Whether real work has shown that they suffice. */
  validated: z.boolean(),
});

export const workerEntry = z.object({
  ...packageEntry,
  kind: z.literal("package"),
  /** Names as on the wire; `mcp__mail__*` stands for all tools of a toolbox that does not name them. */
  tools: z.array(z.string()),
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
  ...packageEntry,
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
