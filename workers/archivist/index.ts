// Builds the archivist's prompt from its posture and the hall's guidance. For a chore (a commission of the hall's own)
// the guidance is empty, because the task explains the only tool.
import type { Activate } from "guild-hall/kit";

export const activate: Activate = ({ posture, guidance }) => ({
  systemPrompt: [posture, guidance].filter((part) => part !== "").join("\n\n"),
});
