// Builds the researcher's prompt from its posture and what the hall passes in. Adds nothing of its own.
import type { Activate } from "guild-hall/kit";

export const activate: Activate = ({ posture, guidance, memory }) => ({
  systemPrompt: [posture, guidance, memory].filter((part) => part !== "").join("\n\n"),
});
