// Parses the config of a dispatch, which may change a job's limits and leave out tools, but never add tools.
import { z } from "zod";
import type { JobConfig } from "./job.ts";
import { readTools } from "./tool-names.ts";

const toolNames = `expected a list of tools out of ${readTools.join(", ")}: it may leave some out and add none`;

export const jobConfig = z.strictObject(
  {
    maxTurns: z.int("expected a whole number of turns").min(1).max(10_000).optional(),
    maxBudgetUsd: z.number("expected an amount in dollars").positive().max(10_000).optional(),
    model: z.string("expected the name of a model").min(1).max(200).optional(),
    tools: z.array(z.enum(readTools, toolNames), toolNames).max(20).optional(),
    hallCommission: z.string("expected a text").min(1).max(200).optional(),
    rehearsed: z.boolean("expected true or false").optional(),
  },
  {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `unknown: ${issue.keys.map((key) => JSON.stringify(key.slice(0, 80))).join(", ")}; known are maxTurns, maxBudgetUsd, model, tools, hallCommission and rehearsed`
        : "expected an object",
  },
);

/** Parses the job's config.json, which a person may have edited. */
export function parseConfigFile(file: string): JobConfig {
  try {
    return givenOnly(jobConfig.parse(JSON.parse(file)));
  } catch (error) {
    throw new Error("its config.json cannot be used", { cause: error });
  }
}

export function givenOnly(config: z.infer<typeof jobConfig>): JobConfig {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
}
