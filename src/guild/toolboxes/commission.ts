// Creates the toolbox `commission`, with which a worker reports progress, asks questions and submits its result.
import { z } from "zod";
import type { ArtifactOutcome } from "../../contract/commission/artifacts.ts";
import type { ArtifactRef } from "../../contract/commission/artifact-ref.ts";
import type { FactBody } from "../../contract/commission/facts.ts";
import type { ToolAnswer, Toolbox } from "../../contract/kit/index.ts";
import { defineTool, words } from "./define.ts";
import type { Notes } from "./notes.ts";

export interface CommissionToolboxDeps {
  /** Writes the fact to the journal of the commission. It is on disk once the promise resolves. */
  record(fact: FactBody): Promise<void>;
  notes: Notes;
  /** Writes a document that the worker submits. It is on disk once the promise resolves. */
  writeArtifact(path: string, content: string): Promise<ArtifactOutcome>;
  /** Finds a file that the worker names, in its work directory or among the artifacts. */
  findArtifact(path: string): Promise<ArtifactOutcome>;
  /** The largest total size of a result's files, which the hall copies. `null` means no limit. */
  artifactsMb: number | null;
}

export const maxOutputCharacters = 1_000_000;
const maxArtifacts = 100;

const submission = {
  summary: words("One or two sentences: what came out"),
  output: z.string().max(maxOutputCharacters).optional().describe("The whole result in markdown"),
  artifacts: z
    .array(
      z.object({
        path: z.string().min(1).max(1024).describe("Relative path of the file"),
        content: z
          .string()
          .max(maxOutputCharacters)
          .optional()
          .describe("Its content; leave it out for a file that exists in the work directory"),
      }),
    )
    .max(maxArtifacts)
    .optional()
    .describe("Files that belong to the result"),
};

export function createCommissionToolbox(deps: CommissionToolboxDeps): Toolbox {
  return {
    name: "commission",
    tools: [
      defineTool({
        name: "report_progress",
        description: "Say in one plain sentence how far the commission is. Replaces what you said before.",
        input: { summary: words("Where the work stands now") },
        handle: async ({ summary }, { callKey }) => {
          await deps.record({ type: "progress.reported", callKey, summary });
          return { text: "Noted." };
        },
      }),
      defineTool({
        name: "submit_result",
        description:
          "Hand in the result. The summary and output are what the person reads; name or include every file that belongs to it. May be called again: the last call counts.",
        input: submission,
        handle: (input, { callKey }) => submit(deps, input, callKey),
      }),
      defineTool({
        name: "log_question",
        description: "Leave a question that only a person can answer, then go on with your best assumption.",
        input: { question: words("The question, with what depends on the answer") },
        handle: ({ question }, { callKey }) =>
          deps.notes(
            { type: "question.logged", callKey, question },
            "The question is on record. No answer comes while you work: go on with your best assumption.",
          ),
      }),
    ],
  };
}

type Submission = z.infer<z.ZodObject<typeof submission>>;

/**
 * Submits the result. All artifacts are written or found before the result is recorded. If one is missing, the whole
 * call is refused.
 */
async function submit(deps: CommissionToolboxDeps, input: Submission, callKey: string): Promise<ToolAnswer> {
  const artifacts: ArtifactRef[] = [];
  const refused: string[] = [];
  for (const { path, content } of input.artifacts ?? []) {
    const outcome = await (content === undefined
      ? deps.findArtifact(path)
      : deps.writeArtifact(path, content));
    if (outcome.ok) artifacts.push(outcome.artifact);
    else refused.push(`${path}: ${outcome.reason}`);
  }
  if (refused.length > 0) return refusal(refused);
  const tooLarge = whyTooLarge(artifacts, deps.artifactsMb);
  if (tooLarge !== null) return refusal([tooLarge]);
  const { summary, output } = input;
  await deps.record({ type: "result.submitted", callKey, summary, output: output ?? null, artifacts });
  return { text: "The result is on record." };
}

/**
 * Returns why the files are too large together; `null` if they are not. Uses the apparent size of each file, because a
 * sparse file may be filled before it is copied.
 */
function whyTooLarge(artifacts: readonly ArtifactRef[], mostMb: number | null): string | null {
  const bytes = artifacts.reduce((sum, artifact) => sum + artifact.bytes, 0);
  if (mostMb === null || bytes <= mostMb * megabyte) return null;
  return `together they have ${Math.ceil(bytes / megabyte)} MB, and this commission may take ${mostMb} MB of the disk`;
}

const megabyte = 1024 * 1024;

function refusal(refused: readonly string[]): ToolAnswer {
  return {
    isError: true,
    text: `The result was NOT recorded. These artifacts cannot be used:\n${refused.join("\n")}\nGive their content, or name files that exist in the work directory, and submit again.`,
  };
}
