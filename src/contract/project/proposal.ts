// The settings that the hall proposes for a new project after a look at its files, and those that a person takes.
import { z } from "zod";
import { pathInside } from "../home/config.ts";
import { allowedHost, command } from "./set-up-settings.ts";

/** The settings that can be proposed, by their names in config.yaml. */
export const proposedSetting = z.enum(["setup", "network", "checks", "copy"]);
export type ProposedSetting = z.infer<typeof proposedSetting>;

export const proposedLine = z.object({
  /** `setup` and `check` are commands, `host` is a host of `network.allow`, `copy` is an untracked file. */
  kind: z.enum(["setup", "host", "check", "copy"]),
  value: z.string(),
  /**
   * The address to pin a host to, because this machine's name server gives one that is not public; `null` otherwise, and
   * for other kinds.
   */
  address: z.string().nullable(),
  /** Whether a set-up needs the network; false for other kinds. */
  network: z.boolean(),
  reason: z.string(),
  /** False for a line that is written only if the person chooses it, because it gives workers something private. */
  advised: z.boolean(),
});
export type ProposedLine = z.infer<typeof proposedLine>;

export const proposal = z.object({
  lines: z.array(proposedLine),
  /** Settings that would be proposed, but that the project has already. They stay as they are. */
  kept: z.array(proposedSetting),
  /** Sentences about what stands in the way of the proposed commands, such as a program that is not installed. */
  notes: z.array(z.string()),
});
export type Proposal = z.infer<typeof proposal>;

/** The settings that a person takes from a proposal, as they are or edited. */
export const takenSettings = z.strictObject({
  setup: z.strictObject({ command, network: z.boolean().default(false) }).optional(),
  network: z.strictObject({ allow: z.array(allowedHost).max(1000) }).optional(),
  checks: z.array(command).max(32).optional(),
  copy: z.array(pathInside).max(100).optional(),
});
export type TakenSettings = z.output<typeof takenSettings>;
