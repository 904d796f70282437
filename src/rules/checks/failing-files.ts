// Finds the changed files that the first failure of a check names, so that a person sees where to look. The names only
// mark files on the page and decide nothing, because a worker can print anything.
import type { CommandRun } from "../../contract/project/tree.ts";
import { findFirstFailure } from "./first-failure.ts";
import { hasPassed } from "./has-passed.ts";

type Run = Pick<CommandRun, "exitCode" | "timedOut" | "output"> & Parameters<typeof hasPassed>[0];

/** A failure is at most 2,000 characters long, so it never has more words than this. */
const mostWords = 1000;

/** Returns those of `paths` that the first failures of the failed checks name. */
export function findFailingFiles(checks: readonly Run[], paths: readonly string[]): ReadonlySet<string> {
  const said = checks.filter((check) => !hasPassed(check)).map((check) => findFirstFailure(check.output));
  const named = new Set(said.flatMap((failure) => (failure ? pathsIn(failure.text) : [])));
  if (named.size === 0) return new Set();
  return new Set(paths.filter((path) => [...named].some((name) => isSameFile(name, path))));
}

/** Returns the words of a text that can be paths: those without the line number that often follows. */
function pathsIn(text: string): string[] {
  const words = text.split(/[\s"'`()[\]{}<>,;:=|]+/, mostWords);
  return words.map((word) => word.replace(/^(?:\.{0,2}\/)+|\.+$/g, "")).filter((word) => word !== "");
}

/**
 * Whether a printed name is this file. A runner prints the path from the root of the machine, of the repository, or of
 * a package in the repository. A name without a folder is only the file of that name at the repository's root, because
 * many folders may have such a file.
 */
function isSameFile(name: string, path: string): boolean {
  return name === path || name.endsWith(`/${path}`) || (name.includes("/") && path.endsWith(`/${name}`));
}
