// The message from the hall to a workbench that only shows what a worker would be told. It travels on a descriptor, and
// its stream stays open as long as the hall wants the answer.
import { z } from "zod";
import { ledgerEvent } from "../commission/events.ts";
import { credential, sandboxTrial } from "./handoff.ts";

export const promptOrder = z.object({
  version: z.literal(1),
  sandbox: sandboxTrial,
  /** The kind of the credential that a session would have; `null` if there is none. No secret is sent. */
  credential: credential.shape.kind.nullable(),
  /** The ledger of a commission that is dispatched. It is on no disk, because nothing is carried out. */
  events: z.array(ledgerEvent).min(1),
});
export type PreviewOrder = z.infer<typeof promptOrder>;

/** Why nothing can be shown, in the file `problem.json` beside where the record would be. */
export const promptProblem = z.object({ message: z.string() });
