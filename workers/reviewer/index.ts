// The reviewer adds nothing to what the hall hands it: its craft is its posture. Its checkout is
// full: a change is judged with its callers, its tests and its documents around it.
import type { Activate } from "guild-hall/kit";

export const activate: Activate = ({ posture, guidance, memory }) => ({
  systemPrompt: [posture, guidance, memory].filter((part) => part !== "").join("\n\n"),
});
