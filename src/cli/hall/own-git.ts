// Runs the person's own git in a checkout of theirs, on their terminal, with their settings and their hooks.
import type { ProcessExit } from "../../host/processes/handoff.ts";
import type { Cli } from "../cli.ts";

export interface OwnGit {
  directory: string;
  args: readonly string[];
  isQuiet: boolean;
}

/** Variables that would lead git to another repository than the one of the directory, as in a hook of that one. */
const leadAway = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_COMMON_DIR",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
];

/** Resolves when git has ended. Rejects if there is no git. */
export function runOwnGit(
  { console, runInForeground }: Pick<Cli, "console" | "runInForeground">,
  { directory, args, isQuiet }: OwnGit,
): Promise<ProcessExit> {
  const env = Object.fromEntries(Object.entries(console.env).filter(([name]) => !leadAway.includes(name)));
  return runInForeground({ file: "git", args, directory, env, isQuiet });
}
