// The parts of config.yaml that are about guild members.
import { z } from "zod";
import { modelName } from "../commission/model-choice.ts";
import { memoryTokens } from "./member.ts";

export const memberSettings = z.strictObject({
  slots: z
    .int()
    .min(1)
    .max(64)
    .default(3)
    .describe(
      "How many commissions may be at work at one guild member at once; the hall tells it at its start.",
    ),
});

/** The settings of one member; config.yaml holds them under the member's name. */
export const ownMemberSettings = z.strictObject({
  memoryTokens: memoryTokens
    .optional()
    .describe(
      "How many tokens of its memory the guild member of this name gives one of its jobs, in the place of what its manifest says; the hall tells it at its start.",
    ),
  model: modelName
    .optional()
    .describe("The model for commissions to this guild member, unless the commission names another."),
});

type OwnSettings = Readonly<Record<string, z.infer<typeof ownMemberSettings>>>;

/**
 * Returns the setting of the member of this name; `null` if the configuration does not set it. Inherited keys such as
 * "constructor" do not count.
 */
export function memoryTokensOf(guildMembers: OwnSettings, name: string): number | null {
  return Object.hasOwn(guildMembers, name) ? (guildMembers[name]?.memoryTokens ?? null) : null;
}
