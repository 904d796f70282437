// Guards tools that change something outside the commission. Each such act is recorded before it begins and after it
// ends, so that an act with an unknown outcome is never repeated silently.
import { createHash } from "node:crypto";
import type { CourseFact } from "../../contract/course/course-facts.ts";
import type { ToolAnswer, ToolCall, ToolDefinition } from "../../contract/kit/index.ts";
import type { OutwardAct } from "../../rules/course/course.ts";
import { findUnknown } from "../../rules/course/unknown-acts.ts";
import { isLate } from "./package-tool.ts";

export interface OutwardDeps {
  /** Writes the fact to the journal of the commission. It is on disk once the promise resolves. */
  record(fact: CourseFact): Promise<void>;
  /** Acts that earlier processes of this commission began, and whose outcome is not on record. */
  unknown: readonly OutwardAct[];
}

export type GuardOutward = (wireName: string, definition: ToolDefinition) => ToolDefinition;

/** Creates the guard that all tools of a session share, so that each act without an outcome is reported only once. */
export function createOutwardGuard({ record, unknown }: OutwardDeps): GuardOutward {
  const told = new Set<OutwardAct>();
  return (tool, definition) => {
    if (definition.effect !== "outward") return definition;
    return {
      ...definition,
      handle: async (input, call) => {
        const begun = { callKey: call.callKey, tool, inputHash: hashOf(input) };
        const left = findUnknown(
          unknown.filter((act) => !told.has(act)),
          begun,
        );
        if (left !== undefined) {
          told.add(left);
          return unknownOutcome(tool);
        }
        await record({ type: "effect.begun", ...begun });
        return act(record, { definition, input, call });
      },
    };
  };
}

interface Acting {
  definition: ToolDefinition;
  input: Parameters<ToolDefinition["handle"]>[0];
  call: ToolCall;
}

async function act(record: OutwardDeps["record"], { definition, input, call }: Acting): Promise<ToolAnswer> {
  const ended = (isError: boolean) => record({ type: "effect.ended", callKey: call.callKey, isError });
  let answer: ToolAnswer;
  try {
    answer = await definition.handle(input, call);
  } catch (cause) {
    // An interrupted call may have acted, so its outcome stays unknown.
    if (!call.signal.aborted && !isLate(cause)) await ended(true);
    throw cause;
  }
  await ended(answer.isError === true);
  return answer;
}

function unknownOutcome(tool: string): ToolAnswer {
  return {
    isError: true,
    text: `This was NOT carried out. The same call of ${tool} was begun before, and the process that made it ended before it heard the outcome: it may have happened. Find out whether it did. If you are sure that it did not, call it again and it is carried out.`,
  };
}

/** Returns the same hash for the same input, whatever the order of its fields. */
function hashOf(input: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(input)))
    .digest("hex");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
