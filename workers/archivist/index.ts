// The archivist adds nothing to what the hall hands it. For a chore that is its posture alone: it has one tool then, and
// its task says how to use it.
import type { Activate } from "guild-hall/kit";

export const activate: Activate = ({ posture, guidance }) => ({
  systemPrompt: [posture, guidance].filter((part) => part !== "").join("\n\n"),
});
