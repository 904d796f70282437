// Why a project's set-up kept a session from beginning, in words for the person who wrote it.
import type { CommandRun } from "../contract/tree.ts";

export interface FailedSetUp {
  project: string;
  command: string;
  /** A text: why it could not be started. */
  run: CommandRun | string;
  /** It had no network, since nobody gave it one. */
  isCutOff: boolean;
}

const mostCharacters = 2000;

export function setUpFailure({ project, command, run, isCutOff }: FailedSetUp): string {
  const what = `The set-up of project "${project}" (${command})`;
  if (typeof run === "string") return `${what} could not be started: ${run}`;
  const hint = isCutOff
    ? ` It ran without a network; if it needs one, set projects.${project}.setup.network to true in config.yaml.`
    : "";
  return `${what} ${howItEnded(run)}.${hint} ${printed(run)}`;
}

function howItEnded({ exitCode, timedOut, ms }: CommandRun): string {
  if (timedOut) return `was ended after ${Math.round(ms / 1000)} s, because its time was up`;
  return exitCode === null ? "was ended from outside" : `failed with exit code ${exitCode}`;
}

function printed({ output, cut }: CommandRun): string {
  const text = output.trim();
  if (text === "") return "It printed nothing.";
  const isCut = cut || text.length > mostCharacters;
  return `${isCut ? "The end of what it printed" : "It printed"}:\n${text.slice(-mostCharacters)}`;
}
