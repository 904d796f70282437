// Creates the toolbox `base`, which every worker has: memory, documents and recorded decisions.
import type { Toolbox } from "../../contract/kit/index.ts";
import { type ArtifactToolsDeps, createArtifactTools } from "./artifacts.ts";
import { defineTool, words } from "./define.ts";
import { memoryTools, type MemoryToolsDeps } from "./memory.ts";
import type { Notes } from "./notes.ts";

export interface BaseToolboxDeps extends ArtifactToolsDeps {
  notes: Notes;
  memory: MemoryToolsDeps;
}

export function createBaseToolbox(deps: BaseToolboxDeps): Toolbox {
  return {
    name: "base",
    tools: [
      ...memoryTools(deps.memory),
      ...createArtifactTools(deps),
      defineTool({
        name: "record_decision",
        description:
          "Record a judgment call you made on your own: the question, what you decided, and why. A person reviews these later.",
        input: {
          question: words("What had to be decided"),
          decision: words("What you decided"),
          reasoning: words("Why, and what you weighed against it"),
        },
        handle: ({ question, decision, reasoning }, { callKey }) => {
          return deps.notes(
            { type: "decision.recorded", callKey, question, decision, reasoning },
            "Recorded.",
          );
        },
      }),
    ],
  };
}
