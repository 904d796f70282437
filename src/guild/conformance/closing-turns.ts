// Scripts the answers of the conformance kit's model in the job that has to finish. The script calls each
// tool of docs/protocol.md that the worker has, under any MCP server name, with texts that a careless member
// would garble.
import type { AnswerTurn } from "../../contract/package/rehearsal.ts";

export interface OfferedTool {
  name: string;
  /** The names of the tool's input fields. */
  fields: readonly string[];
}

export const said = {
  summary: "Half of it is done.\nThe other half follows.",
  question: "Which of the two?\n\n- the first\n- the second\n\n## Question 2\n\n> or neither",
  decision: { question: "Tabs or spaces?", decision: "Spaces.", reasoning: "So it was.\nAlways." },
  output: "# Findings\n\nNothing was found, by agreement.\n",
  artifact: { path: "notes/kit.md", content: "kept\n" },
  lastWords: "Done.",
} as const;

export function closingTurns(tools: readonly OfferedTool[]): AnswerTurn[] {
  const reports = [
    ...use(tools, "update_summary", { summary: said.summary }),
    ...use(tools, "record_decision", { ...said.decision }),
    ...use(tools, "log_question", { question: said.question }),
  ];
  const submission = use(tools, "submit_result", {
    output: said.output,
    summary: said.summary,
    artifacts: [{ ...said.artifact }],
  });
  const turns = [reports, submission].filter((uses) => uses.length > 0).map((uses) => ({ use: uses }));
  return [...turns, { say: said.lastWords }];
}

/** Returns a call of the named tool with those fields that the tool accepts. Empty if the worker has no such tool. */
function use(tools: readonly OfferedTool[], name: string, input: Readonly<Record<string, unknown>>) {
  const tool = tools.find((each) => each.name === name || each.name.endsWith(`__${name}`));
  if (tool === undefined) return [];
  const taken = Object.entries(input).filter(([field]) => tool.fields.includes(field));
  return [{ tool: tool.name, input: Object.fromEntries(taken) }];
}

export function hasTool(tools: readonly string[], name: string): boolean {
  return tools.some((each) => each === name || each.endsWith(`__${name}`));
}
