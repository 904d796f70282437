// Everything that a worker is told and given at the beginning of a session: the first request to its model as it was
// sent, kept in the commission's directory, and the same in parts with their sizes.
import { z } from "zod";
import type { Route } from "../api/route.ts";
import { commissionId, projectName } from "../home/ids.ts";
import { commissionConfig, maxTaskCharacters, sandboxLevel } from "./commission.ts";
import { memoryGiven } from "../course/course-facts.ts";
import { instructionFacts } from "./instructions.ts";
import { limits } from "./limits.ts";
import { modelChoice } from "./model-choice.ts";
import { askedWorker, workerName } from "../member/member.ts";

const size = z.int().nonnegative();
const [instructionsGiven] = instructionFacts;

/** `told-<bench>.json` in the directory of a commission. */
export const toldRecord = z.object({
  version: z.literal(1),
  at: z.string(),
  sandbox: sandboxLevel,
  limits,
  /** The memory that is part of the system prompt, and its size in characters; `null` if there is none. */
  memory: memoryGiven.extend({ characters: size }).nullable(),
  /** The words of the project that are part of the first message; `null` if there are none. */
  instructions: instructionsGiven.extend({ characters: size }).nullable(),
  /** A sentence for each way in which the worker can reach the network beside its model. */
  network: z.array(z.string()),
  /** The body of the first request, byte for byte. */
  body: z.string(),
});
export type ToldRecord = z.infer<typeof toldRecord>;

export const toldPart = z.object({
  kind: z.enum(["system", "tool", "message", "settings"]),
  /** The name of a tool, or the role of a message. */
  name: z.string(),
  text: z.string(),
  tokens: size,
});
export type ToldPart = z.infer<typeof toldPart>;

export const told = toldRecord.omit({ version: true }).extend({
  worker: workerName,
  project: projectName.nullable(),
  /** The model that the request names. */
  model: z.string(),
  modelChoice: modelChoice.nullable(),
  parts: z.array(toldPart),
  /** Estimates, a quarter of the characters. `memory` and `instructions` are parts of `system` and `messages`. */
  tokens: z.object({
    total: size,
    system: size,
    tools: size,
    messages: size,
    memory: size,
    instructions: size,
  }),
  /** Texts in the body that are different in each commission, and why. */
  varying: z.array(z.object({ text: z.string(), why: z.string() })),
});
export type Told = z.infer<typeof told>;

/** The work to show the prompt of. */
export const promptRequest = z.strictObject({
  worker: askedWorker,
  project: projectName.optional(),
  /** By default a sentence that stands for it. */
  task: z.string().trim().min(1, "the task is empty").max(maxTaskCharacters).optional(),
  config: commissionConfig.optional(),
});
export type PromptRequest = z.infer<typeof promptRequest>;

export const toldRoutes = {
  prompt: {
    method: "POST",
    path: "/api/v1/prompt",
    summary:
      "What a worker would be told and given: a session begins as a commission's does, and no model is asked",
    body: promptRequest,
    status: 200,
    response: told,
    errors: [400, 409, 413, 415, 422, 503],
  },
  told: {
    method: "GET",
    path: "/api/v1/commissions/:id/told",
    summary:
      "What the worker was told and given: the first request to its model, with its parts and their sizes",
    params: { id: commissionId },
    status: 200,
    response: told,
    errors: [404, 409, 422],
  },
} as const satisfies Record<string, Route>;
