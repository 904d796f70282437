// Follows tool calls and acts on the outside world: which are running, and which were cut off with their workbench.
import type { CourseFact, CopiedFact } from "../../contract/course/course-facts.ts";
import type { Course, OutwardAct, RunningTool } from "./course.ts";
import { findUnknown } from "./unknown-acts.ts";

type Calls = Pick<Course, "runningTools" | "cutOff" | "acts" | "unknownActs">;
type CallFact = Extract<
  CopiedFact<CourseFact>,
  { type: "tool.called" | "tool.returned" | "effect.begun" | "effect.ended" }
>;

export function learnOfCall(course: Calls, fact: CallFact): Partial<Calls> {
  const { runningTools, acts } = course;
  switch (fact.type) {
    case "tool.called":
      return { runningTools: [...runningTools, callOf(fact)] };
    case "tool.returned":
      return { runningTools: runningTools.filter((call) => call.callId !== fact.callId) };
    case "effect.begun":
      return beginAct(course, fact);
    case "effect.ended":
      return { acts: acts.filter((act) => act.callKey !== fact.callKey) };
  }
}

/** How much of a call's input is stored: enough to recognise the call. */
const keptInputCharacters = 1000;

function callOf({ callId, tool, at: since, input }: CallFact & { type: "tool.called" }): RunningTool {
  return { callId, tool, since, input: input.slice(0, keptInputCharacters) };
}

/**
 * Records an act on the outside world. If it repeats an act whose outcome is unknown, the earlier one is
 * dropped: the worker was told about it before it tried again.
 */
function beginAct({ acts, unknownActs }: Calls, fact: CallFact & { type: "effect.begun" }): Partial<Calls> {
  const { callKey, tool, inputHash } = fact;
  const act: OutwardAct = { callKey, tool, inputHash, input: "" };
  const before = findUnknown(unknownActs, act);
  return { acts: [...acts, act], unknownActs: unknownActs.filter((known) => known !== before) };
}

/** The most interrupted calls to remember. If there were more, the model is told only of the latest. */
const mostCutOff = 50;

/** Records that a workbench has ended: its open calls may or may not have taken effect. */
export function cutOffCalls(course: Calls): Calls {
  const calls: RunningTool[] = [...course.cutOff, ...course.runningTools];
  const unknown = [...course.unknownActs, ...course.acts.map((act) => withInput(act, calls))];
  return {
    runningTools: [],
    cutOff: calls.slice(-mostCutOff),
    acts: [],
    unknownActs: unknown.slice(-mostCutOff),
  };
}

/** Adds the input from the matching tool call, whose fact may come before or after that of the act. */
function withInput(act: OutwardAct, calls: readonly RunningTool[]): OutwardAct {
  return { ...act, input: calls.find((call) => act.callKey.endsWith(`:${call.callId}`))?.input ?? act.input };
}
