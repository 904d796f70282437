// The `guildHall` key of a package.json: all that discovery reads, without running any package code.
import { z } from "zod";
import { packageName } from "./ids.ts";
import { seconds } from "./limits.ts";

/** Defaults until a package or a commission says otherwise. Not yet validated against real work. */
export const defaultLimits = {
  maxTurns: 150,
  maxBudgetUsd: 5,
  maxSeconds: null,
  validated: false,
} as const;

export const fileTools = {
  read: ["Read", "Grep", "Glob"],
  write: ["Read", "Grep", "Glob", "Write", "Edit"],
} as const;

/** Built-in tools a package may ask for beyond the file tools. The SDK ignores unknown names in silence; we refuse them. */
export const optionalBuiltIns = ["WebSearch", "WebFetch", "Bash"] as const;

/** With the toolbox's name and the prefix it stays within what the model's API takes for a name. */
export const toolName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    "expected a lower-case name of at most 64 letters, digits and underscores",
  );

const identity = z.strictObject({
  name: packageName,
  title: z.string().min(1).max(80),
  description: z.string().min(1).max(500),
});

const workerPart = {
  posture: z.string().min(1).max(1024),
  toolboxes: z.array(packageName).max(32).default([]),
  builtInTools: z.array(z.enum(optionalBuiltIns)).default([]),
  files: z.enum(["read", "write"]).default("write"),
  /** What of a project's repository it works on: `.lore/` alone, or all of it. */
  checkout: z.enum(["sparse", "full"]).default("sparse"),
  limits: z
    .strictObject({
      maxTurns: z.int().min(1).max(10_000).default(defaultLimits.maxTurns),
      maxBudgetUsd: z.number().positive().max(10_000).default(defaultLimits.maxBudgetUsd),
      maxSeconds: seconds.nullable().default(defaultLimits.maxSeconds),
      /** Whether real work has shown that these suffice. */
      validated: z.boolean().default(defaultLimits.validated),
    })
    .default({ ...defaultLimits }),
  model: z.string().min(1).max(128).optional(),
};

const toolboxPart = {
  /** The names of its tools, so that they can be told without running it. Left out: known when it is loaded. */
  tools: z.array(toolName).min(1).max(128).optional(),
};

export const workerMetadata = z.strictObject({ type: z.literal("worker"), identity, ...workerPart });
export const toolboxMetadata = z.strictObject({ type: z.literal("toolbox"), identity, ...toolboxPart });

export type WorkerMetadata = Omit<z.infer<typeof workerMetadata>, "type">;
export type ToolboxMetadata = Omit<z.infer<typeof toolboxMetadata>, "type">;
