// A chore gives the archivist one tool. The hall's guidance on all the others would only mislead it then.
import type { Activate } from "guild-hall/kit";

export const activate: Activate = ({ posture, guidance, tools }) => {
  const hasAll = tools.toolboxes.some((box) => box.tools.includes("report_progress"));
  return { systemPrompt: hasAll ? `${posture}\n\n${guidance}` : posture };
};
