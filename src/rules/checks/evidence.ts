// Tells a worker which checks failed: each command, how it ended, when and on which tree, the first failing
// lines, and the end of what it printed. Commands and output are quoted, because a test's output may hold
// anything from the repository.
import { findFailureApart } from "./first-failure.ts";
import { hasPassed } from "./has-passed.ts";
import { passedWords } from "../limits/passed-limit.ts";
import { quote } from "../../base/text/quote.ts";
import type { Proof } from "../commission/state.ts";

type Run = Proof["runs"][number];

const mostRuns = 10;
const mostCommandCharacters = 500;
/** The most characters that all outputs together may have; each gets an equal share. */
const mostOutputCharacters = 20_000;

export function formatEvidence({ runs }: Pick<Proof, "runs">): string {
  const failed = runs.filter((run) => !hasPassed(run));
  const shown = failed.slice(0, mostRuns);
  const share = Math.floor(mostOutputCharacters / Math.max(1, shown.length));
  const left = failed.length - shown.length;
  return [
    `${failed.length} of ${runs.length} ${runs.length === 1 ? "check" : "checks"} failed${onTree(failed[0]?.tree ?? null)}.`,
    ...shown.map((run) => formatRun(run, share)),
    ...(left > 0 ? [`And ${left} more.`] : []),
  ].join("\n\n");
}

function onTree(tree: string | null): string {
  return tree === null ? "" : ` on the tree ${tree}`;
}

function formatRun(run: Run, most: number): string {
  const { command, exitCode, timedOut, output, cut, ms, at } = run;
  const passed = passedWords(run);
  const how = passed
    ? `It ${passed}, and was ended.`
    : timedOut
      ? "It was ended, because its time was up."
      : exitCode === null
        ? "It was ended."
        : `Its exit code was ${exitCode}.`;
  const when = `It took ${(ms / 1000).toFixed(1)} s and ended at ${at}.`;
  const named = quote(command.slice(0, mostCommandCharacters));
  return `${named}\n${how} ${when} ${formatOutput({ output, cut }, most)}`;
}

/** Formats the output of a command in at most `most` characters: the first failure, and then the end of the output. */
export function formatOutput({ output, cut }: Pick<Run, "output" | "cut">, most: number): string {
  const text = output.trimEnd();
  if (text === "") return "It printed nothing.";
  const failure = findFailureApart(text);
  const first = failure === null ? "" : failure.text.slice(0, Math.floor(most / 2));
  const room = most - first.length;
  const isCut = cut || text.length > room;
  const end = `${isCut ? "The end of what it printed" : "It printed"}:\n${quote(text.slice(-room))}`;
  if (failure === null) return end;
  return `The first failure, at line ${failure.line} of ${cut ? "the end of " : ""}what it printed:\n${quote(first)}\n${end}`;
}
