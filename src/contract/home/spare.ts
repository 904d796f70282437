// The messages from the hall to a spare: a workbench that is started before its commission is known. The hall
// writes two lines to a descriptor that the spare inherits: the work to prepare for, then the commission.
import { z } from "zod";
import { commissionConfig, createdBy } from "../commission/commission.ts";
import { modelChoice } from "../commission/model-choice.ts";
import { commissionId } from "./ids.ts";
import { benchHandoff, credential, sandboxTrial } from "./handoff.ts";
import { workerName } from "../member/member.ts";

/**
 * Describes the expected commission. The spare starts `claude` as this commission would, and never uses that process
 * for a commission that needs any other command.
 */
export const spareWork = z.object({
  worker: workerName,
  config: commissionConfig,
  model: modelChoice.optional(),
  createdBy,
  /** The kind of the credential; `null` if there is none, or a rehearsal plays the model. No secret is sent. */
  credential: credential.shape.kind.nullable(),
});
export type SpareWork = z.infer<typeof spareWork>;

export const spareSettings = z.object({
  version: z.literal(1),
  sandbox: sandboxTrial,
  work: spareWork,
  /**
   * The request that the session is expected to begin with, as JSON: its system prompt and tools. `null` if that cannot be
   * foretold.
   */
  firstRequest: z.string().nullable(),
});
export type SpareSettings = z.infer<typeof spareSettings>;

/** The request that the latest session began with, which its workbench leaves for the hall in `run/`. */
export const latestRequest = z.object({
  version: z.literal(1),
  commission: commissionId,
  content: z.string(),
});
export type LatestRequest = z.infer<typeof latestRequest>;

/** The commission to carry out. Only with this does the credential reach the spare. */
export const spareOrder = z.object({
  version: z.literal(1),
  handoff: benchHandoff,
  commission: commissionId,
  bench: z.int().positive(),
});
export type SpareOrder = z.infer<typeof spareOrder>;
/** The same before parsing, as the hall sends it. */
export type SentSpareOrder = z.input<typeof spareOrder>;
