// Puts the worker's prompt together. It adds the project's name to the posture, because notes begin with it.
import type { Activate } from "guild-hall/kit";

export const activate: Activate = ({ posture, guidance, memory, project }) => {
  const subject = project === null ? "" : `The program is called ${project.name}.`;
  // What never changes comes first, so that the model's side can cache it; memory comes last.
  const parts = [posture, subject, guidance, memory];
  return { systemPrompt: parts.filter((part) => part !== "").join("\n\n") };
};
