// Lets a worker without a shell run checks by name, but only the checks that a person has configured.
import type { Check, CheckRun, ToolAnswer, Tools } from "guild-hall/kit";

export const tools: Tools = ({ z, tool, checks }) => [
  tool({
    name: "list_checks",
    description: "Lists the checks of this hall: the name of each, what it runs and how long it may take.",
    input: {},
    readOnly: true,
    handle: async () => ({ text: listOf(checks.list()) }),
  }),
  tool({
    name: "run_check",
    description:
      "Runs one check by its name, in the work directory as it is now, and says how it ended and what it printed. It has no network.",
    input: { name: z.string().min(1).max(64).describe("As list_checks names it") },
    handle: async ({ name }, { signal }) => {
      if (!checks.list().some((check) => check.name === name))
        return { text: `There is no check "${name}". ${listOf(checks.list())}`, isError: true };
      return answerOf(name, await checks.run(name, signal));
    },
  }),
];

function listOf(checks: readonly Check[]): string {
  if (checks.length === 0)
    return "No checks are set. A person may name some under checks: of the hall's config.yaml.";
  const lines = checks.map(
    ({ name, command, timeoutSeconds }) => `- ${name}: ${command} (at most ${timeoutSeconds} s)`,
  );
  return ["The checks are:", ...lines].join("\n");
}

/** Returns a normal answer even if the check failed, because the tool itself has worked. */
function answerOf(name: string, run: CheckRun): ToolAnswer {
  const seconds = (run.ms / 1000).toFixed(1);
  const printed = run.output.trim() === "" ? "It printed nothing." : `It printed:\n${run.output.trimEnd()}`;
  return {
    text: `${ending(name, run)} It took ${seconds} s.\n${run.cut ? "[the beginning is cut]\n" : ""}${printed}`,
  };
}

function ending(name: string, { exitCode, timedOut }: CheckRun): string {
  if (timedOut) return `The check "${name}" was ended because its time was up: it has NOT passed.`;
  if (exitCode === null) return `The check "${name}" was ended: it has NOT passed.`;
  return exitCode === 0
    ? `The check "${name}" passed (exit code 0).`
    : `The check "${name}" did NOT pass (exit code ${exitCode}).`;
}
