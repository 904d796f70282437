// The limits that a person may set in config.yaml: bounds for the whole hall, defaults and bounds for a project.
import { z } from "zod";
import { seconds } from "../commission/limits.ts";

const megabytes = z.int().min(1).max(100_000_000);
const fileCount = z.int().min(16).max(1_000_000_000);

export const hallLimits = z.strictObject({
  maxTurns: z
    .int()
    .min(1)
    .max(10_000)
    .nullable()
    .default(null)
    .describe("The most turns that any commission may take, also if a person asks for more; null: no bound."),
  maxBudgetUsd: z
    .number()
    .positive()
    .max(10_000)
    .nullable()
    .default(null)
    .describe(
      "The most dollars that any commission may spend, also if a person asks for more; null: no bound.",
    ),
  maxSeconds: seconds
    .nullable()
    .default(null)
    .describe("How long any commission may be at work; null: without end."),
  memoryMb: megabytes
    .nullable()
    .default(4096)
    .describe(
      "The memory of one worker and all it starts, where the machine can hold it to that; null: no limit.",
    ),
  processes: z
    .int()
    .min(16)
    .max(100_000)
    .nullable()
    .default(512)
    .describe("Processes and threads of one worker, where the machine can hold it to that; null: no limit."),
  diskMb: megabytes
    .nullable()
    .default(10_240)
    .describe("How much one commission may add to the disk; null: no limit but the free space."),
  files: fileCount
    .nullable()
    .default(250_000)
    .describe("How many files and directories one commission may add; null: no limit."),
});

export const projectLimits = z
  .strictObject({
    maxTurns: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe("How many turns a commission of this project has, if it asks for none."),
    maxBudgetUsd: z
      .number()
      .positive()
      .max(10_000)
      .optional()
      .describe("How many dollars a commission of this project has, if it asks for none."),
    maxSeconds: seconds
      .optional()
      .describe("How long a commission of this project may be at work, if it asks for no time."),
  })
  .prefault({})
  .describe("Defaults in place of what a worker declares. A person may ask for more, up to `ceiling`.");

export const projectCeiling = z
  .strictObject({
    maxTurns: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe("The most turns that may be asked for one commission of this project."),
    maxBudgetUsd: z
      .number()
      .positive()
      .max(10_000)
      .optional()
      .describe("The most dollars that may be asked for one commission of this project."),
    maxSeconds: seconds
      .optional()
      .describe("The longest time at work that may be asked for one commission of this project."),
  })
  .prefault({})
  .describe("Bounds on every commission of this project, beside `limits` of the hall.");
