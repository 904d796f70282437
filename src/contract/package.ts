// The `guildHall` key of a package.json: all that discovery reads, without running any package code.
import { z } from "zod";
import { packageName } from "./ids.ts";
import { seconds } from "./limits.ts";

/** Defaults until a package or a commission says otherwise. Not yet validated against real work. */
export const defaultLimits = { maxTurns: 150, maxBudgetUsd: 5, maxSeconds: null } as const;

export const fileTools = {
  read: ["Read", "Grep", "Glob"],
  write: ["Read", "Grep", "Glob", "Write", "Edit"],
} as const;

/** Built-in tools a package may ask for beyond the file tools. The SDK ignores unknown names in silence; we refuse them. */
export const optionalBuiltIns = ["WebSearch", "WebFetch", "Bash"] as const;

export const workerMetadata = z.strictObject({
  type: z.literal("worker"),
  identity: z.strictObject({
    name: packageName,
    title: z.string().min(1).max(80),
    description: z.string().min(1).max(500),
  }),
  posture: z.string().min(1),
  builtInTools: z.array(z.enum(optionalBuiltIns)).default([]),
  files: z.enum(["read", "write"]).default("write"),
  limits: z
    .strictObject({
      maxTurns: z.int().min(1).max(10_000).default(defaultLimits.maxTurns),
      maxBudgetUsd: z.number().positive().max(10_000).default(defaultLimits.maxBudgetUsd),
      maxSeconds: seconds.nullable().default(defaultLimits.maxSeconds),
    })
    .default({ ...defaultLimits }),
  model: z.string().min(1).max(128).optional(),
});
export type WorkerMetadata = z.infer<typeof workerMetadata>;
