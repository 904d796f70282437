// Guild members as the API and the command line show them.
import { z } from "zod";
import { memberName } from "./member.ts";

/**
 * `available`: the member came with the hall and has not been used in this home. `stopped`, `starting`,
 * `running`: the state of its process. `failing`: the process could not be started or ended by itself, and is
 * started again after a delay, because a caller waits for it. If no caller waits, the member is `stopped`.
 */
export const memberState = z.enum(["available", "stopped", "starting", "running", "failing"]);
export type MemberState = z.infer<typeof memberState>;

export const memberEntry = z.object({
  name: memberName,
  displayName: z.string(),
  description: z.string(),
  version: z.string(),
  capabilities: z.array(z.string()),
  /** The limits that the member's manifest states. */
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
  /** The member's process and its URL; `null` unless it runs. */
  pid: z.int().nullable(),
  address: z.string().nullable(),
  /**
   * The names of the tools that the member itself offers. The hall asks for them at each start of the member;
   * `null` unless the member runs.
   */
  tools: z.array(z.string()).nullable(),
  /**
   * The latest problem since the member was last started or stopped, such as why it ended, and when; `null` if there is
   * none.
   */
  problem: z.string().nullable(),
});
export type MemberEntry = z.infer<typeof memberEntry>;

export const memberStopped = memberEntry.extend({
  /** Whether the member was running or starting when the request came. */
  wasRunning: z.boolean(),
});
export type MemberStopped = z.infer<typeof memberStopped>;

export const memberList = z.object({
  members: z.array(memberEntry),
  /**
   * The directories that were skipped, a sentence each: which field of the manifest is wrong, and what was
   * expected there. Also the running members whose directory is gone.
   */
  problems: z.array(z.string()),
});
export type MemberList = z.infer<typeof memberList>;

export const memberLogs = z.object({
  name: memberName,
  /** The end of the member's output, without the line in which it prints its URL. */
  text: z.string(),
  cut: z.boolean(),
});
export type MemberLogs = z.infer<typeof memberLogs>;
export const memberLogsQuery = z.strictObject({
  bytes: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
