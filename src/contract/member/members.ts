// Guild members as the doors show them.
import { z } from "zod";
import { memberName } from "./member.ts";

/**
 * `available`: it came with the hall and has not been used in this home. `stopped`, `starting`, `running`: its process.
 * `failing`: it ended by itself and is started again after a while.
 */
export const memberState = z.enum(["available", "stopped", "starting", "running", "failing"]);
export type MemberState = z.infer<typeof memberState>;

export const memberEntry = z.object({
  name: memberName,
  displayName: z.string(),
  description: z.string(),
  version: z.string(),
  capabilities: z.array(z.string()),
  /** As its manifest states them. */
  limits: z
    .object({
      maxTurns: z.number().optional(),
      maxBudgetUsd: z.number().optional(),
      maxSeconds: z.number().optional(),
    })
    .optional(),
  source: z.enum(["bundled", "added", "linked"]),
  directory: z.string(),
  state: memberState,
  /** Only while it runs. */
  pid: z.int().nullable(),
  address: z.string().nullable(),
  /** The names of the tools it serves itself; null: it has not been asked, since it is asked at each start. */
  tools: z.array(z.string()).nullable(),
  /** What went wrong with it since it was last started or stopped, such as why it ended, and when. */
  problem: z.string().nullable(),
});
export type MemberEntry = z.infer<typeof memberEntry>;

export const memberStopped = memberEntry.extend({
  /** It ran, or was being started, when it was asked for. */
  wasRunning: z.boolean(),
});
export type MemberStopped = z.infer<typeof memberStopped>;

export const memberList = z.object({
  members: z.array(memberEntry),
  /** Directories that were passed over, each with the field that is wrong and what was expected there. */
  problems: z.array(z.string()),
});
export type MemberList = z.infer<typeof memberList>;

export const memberLogs = z.object({
  name: memberName,
  /** What it printed last, its address left out. */
  text: z.string(),
  cut: z.boolean(),
});
export type MemberLogs = z.infer<typeof memberLogs>;
export const memberLogsQuery = z.object({ bytes: z.coerce.number().int().min(1).max(1_000_000).optional() });
