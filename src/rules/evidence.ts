// What a worker is told of checks that failed: each command, how it ended, and the end of what it printed. All of it is
// quoted: a test's output is made of whatever lies in the repository.
import { hasPassed } from "./has-passed.ts";
import { quote } from "./quote.ts";
import type { Proof } from "./state.ts";

const mostRuns = 10;
const mostCommandCharacters = 500;
/** Of all outputs together; each has an equal part. */
const mostOutputCharacters = 20_000;

export function formatEvidence({ runs }: Pick<Proof, "runs">): string {
  const failed = runs.filter((run) => !hasPassed(run));
  const shown = failed.slice(0, mostRuns);
  const share = Math.floor(mostOutputCharacters / Math.max(1, shown.length));
  const left = failed.length - shown.length;
  return [
    `${failed.length} of ${runs.length} ${runs.length === 1 ? "check" : "checks"} failed.`,
    ...shown.map((run) => formatRun(run, share)),
    ...(left > 0 ? [`And ${left} more.`] : []),
  ].join("\n\n");
}

function formatRun(
  { command, exitCode, timedOut, output, cut }: Proof["runs"][number],
  most: number,
): string {
  const how = timedOut
    ? "It was ended, because its time was up."
    : exitCode === null
      ? "It was ended."
      : `Its exit code was ${exitCode}.`;
  const text = output.trimEnd();
  const isCut = cut || text.length > most;
  const printed =
    text === ""
      ? "It printed nothing."
      : `${isCut ? "The end of what it printed" : "It printed"}:\n${quote(text.slice(-most))}`;
  return `${quote(command.slice(0, mostCommandCharacters))}\n${how} ${printed}`;
}
