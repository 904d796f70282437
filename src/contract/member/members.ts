// Guild members as the API and the command line show them.
import { z } from "zod";
import { memberName } from "./member.ts";

/**
 * `available`: it came with the hall and has not been used in this home. `stopped`, `starting`, `running`: its process.
 * `failing`: it ended by itself and is restarted after a delay.
 */
export const memberState = z.enum(["available", "stopped", "starting", "running", "failing"]);
export type MemberState = z.infer<typeof memberState>;

export const memberEntry = z.object({
  name: memberName,
  displayName: z.string(),
  description: z.string(),
  version: z.string(),
  capabilities: z.array(z.string()),
  /** As the manifest states them. */
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
  /** `null` unless it runs. */
  pid: z.int().nullable(),
  address: z.string().nullable(),
  /** The names of the tools it serves itself; `null` if the hall has not asked yet: it asks at each start. */
  tools: z.array(z.string()).nullable(),
  /** The problem since it was last started or stopped, such as why it ended, and when. */
  problem: z.string().nullable(),
});
export type MemberEntry = z.infer<typeof memberEntry>;

export const memberStopped = memberEntry.extend({
  /** Whether it ran, or was starting, when the request came. */
  wasRunning: z.boolean(),
});
export type MemberStopped = z.infer<typeof memberStopped>;

export const memberList = z.object({
  members: z.array(memberEntry),
  /** Directories that were skipped, each with the field that is wrong and what was expected there. */
  problems: z.array(z.string()),
});
export type MemberList = z.infer<typeof memberList>;

export const memberLogs = z.object({
  name: memberName,
  /** The end of what it printed, without its address. */
  text: z.string(),
  cut: z.boolean(),
});
export type MemberLogs = z.infer<typeof memberLogs>;
export const memberLogsQuery = z.strictObject({
  bytes: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
