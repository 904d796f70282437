// Builds the worker's prompt. Adds the project's name to the posture, because release notes begin with it.
import type { Activate } from "guild-hall/kit";

export const activate: Activate = ({ posture, guidance, memory, project }) => {
  const subject = project === null ? "" : `The program is called ${project.name}.`;
  // The part that never changes comes first, so that the model's endpoint can cache it. Memory comes last.
  const parts = [posture, subject, guidance, memory];
  return { systemPrompt: parts.filter((part) => part !== "").join("\n\n") };
};
