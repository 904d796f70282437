// Describes how a project's set-up command failed, for the person who wrote the command.
import type { HostUse } from "../../contract/project/set-up.ts";
import type { CommandRun } from "../../contract/project/tree.ts";
import { refusedText } from "../network/hosts.ts";
import { passedWords } from "../limits/passed-limit.ts";

export interface FailedSetUp {
  project: string;
  command: string;
  /** How the command ran; a string says why it could not be started. */
  run: (CommandRun & { hosts?: readonly HostUse[] | undefined }) | string;
  /** True if the command had no network because the settings do not ask for one. */
  isCutOff: boolean;
  /**
   * The git tree that a person must approve before the command gets the network; `null` if that is not why it failed.
   */
  approve: { tree: string } | null;
}

const mostCharacters = 2000;

export function setUpFailure({ project, command, run, isCutOff, approve }: FailedSetUp): string {
  const what = `The set-up of project "${project}" (${command})`;
  if (typeof run === "string") return `${what} could not be started: ${run}`;
  const cutOff = isCutOff
    ? ` It ran without a network; if it needs one, set projects.${project}.setup.network to true in config.yaml.`
    : "";
  const hint = approve === null ? cutOff : ` ${whyOffline({ project, tree: approve.tree })}`;
  const refused = refusedText(run.hosts);
  return `${what} ${howItEnded(run)}.${hint}${refused === null ? "" : ` ${refused}`} ${printed(run)}`;
}

/** Says why a set-up had no network although its settings ask for one, and what to do about it. */
function whyOffline({ project, tree }: { project: string; tree: string }): string {
  return `It ran without a network, because its files are not as your branch has them. Look at them and let it have the network with "guild-hall project approve ${project} ${tree}".`;
}

/** Returns the reason that is shown for a commission or a project that waits for the approval. */
export function waitsForApproval({ project, tree }: { project: string; tree: string }): string {
  return `waits for you: its set-up failed without the network, and files that a worker wrote get it only after you approve them; look at them with "guild-hall project approve ${project} ${tree}"`;
}

function howItEnded(run: CommandRun): string {
  const { exitCode, timedOut, ms } = run;
  const passed = passedWords(run);
  if (passed) return `${passed}, and was ended`;
  if (timedOut) return `was ended after ${Math.round(ms / 1000)} s, because its time was up`;
  return exitCode === null ? "was ended from outside" : `failed with exit code ${exitCode}`;
}

function printed({ output, cut }: CommandRun): string {
  const text = output.trim();
  if (text === "") return "It printed nothing.";
  const isCut = cut || text.length > mostCharacters;
  return `${isCut ? "The end of what it printed" : "It printed"}:\n${text.slice(-mostCharacters)}`;
}
