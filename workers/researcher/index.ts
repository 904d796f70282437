// The researcher adds nothing to what the hall hands it: its craft is its posture.
import type { Activate } from "guild-hall/kit";

export const activate: Activate = ({ posture, guidance, memory }) => ({
  systemPrompt: [posture, guidance, memory].filter((part) => part !== "").join("\n\n"),
});
