// Finds the changed files that the first failure of a check names, so that a person sees where to look. The names only
// mark files on the page and decide nothing, because a worker can print anything.
import type { CommandRun } from "../../contract/project/tree.ts";
import { findFirstFailure } from "./first-failure.ts";
import { hasPassed } from "./has-passed.ts";

type Run = Pick<CommandRun, "exitCode" | "timedOut" | "output"> & Parameters<typeof hasPassed>[0];

/** Returns those of `paths` that the first failures of the failed checks name. */
export function findFailingFiles(checks: readonly Run[], paths: readonly string[]): ReadonlySet<string> {
  const failures = checks.filter((check) => !hasPassed(check)).map(({ output }) => findFirstFailure(output));
  const texts = failures.flatMap((failure) => (failure ? [withoutHere(failure.text)] : []));
  return new Set(texts.flatMap((text) => [...wholePathsIn(text, paths), ...partsIn(text, paths)]));
}

/** Takes "./" away from the beginning of each name, because it says nothing. */
function withoutHere(text: string): string {
  return text.replace(/(?<![\w./-])\.\//g, "");
}

/**
 * Returns the files whose whole path is in the text, also after the path of the work directory. Where the paths of two
 * changed files end at the same place of the text, the longer one is named. A file without a folder must stand alone,
 * because every folder may have a file of that name.
 */
function wholePathsIn(text: string, paths: readonly string[]): string[] {
  const named = new Map<number, string>();
  for (const path of paths)
    for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
      const end = at + path.length;
      const isWithin = path.includes("/") ? /[\w.-]/ : /[\w./-]/;
      if (isWithin.test(text.charAt(at - 1)) || goesOn.test(text.slice(end, end + 2))) continue;
      if (path.length > (named.get(end)?.length ?? 0)) named.set(end, path);
    }
  return [...named.values()];
}

/** Whether a name does not end here: a full stop ends one only if no further part of a name follows. */
const goesOn = /^(?:[\w/-]|\.\w)/;

/**
 * Returns the files that are named by the end of their path, as a runner of one package in the repository does it. Such
 * a name has a folder, and only one changed file has that end.
 */
function partsIn(text: string, paths: readonly string[]): string[] {
  const words = new Set(text.split(/[\s"'`()[\]{}<>,;:=|]+/).map((word) => word.replace(/\.+$/, "")));
  return [...words].flatMap((word) => {
    if (!word.includes("/") || word.startsWith("/")) return [];
    const found = paths.filter((path) => path === word || path.endsWith(`/${word}`));
    return found.length === 1 ? found : [];
  });
}
