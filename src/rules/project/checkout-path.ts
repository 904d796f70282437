// Resolves the path of a checkout as a person types it, and derives a project name from it.
import { basename, resolve } from "node:path";
import { type ProjectName, projectName } from "../../contract/home/ids.ts";

export interface Whereabouts {
  /** The directory that the person is in. */
  directory: string;
  /** The person's home; `undefined` if it is not known. */
  personHome: string | undefined;
}

/**
 * Returns the absolute path; `null` if it begins with `~` and there is no home. Shells do not expand a quoted
 * `~`.
 */
export function resolveTyped(typed: string, { directory, personHome }: Whereabouts): string | null {
  const [, rest] = /^~(?:\/(.*))?$/s.exec(typed) ?? [typed, null];
  if (rest === null) return resolve(directory, typed);
  return personHome === undefined || personHome === "" ? null : resolve(personHome, rest ?? "");
}

/** Whether a word is clearly a path and not a name. */
export function looksLikePath(word: string): boolean {
  return word.includes("/") || word === "." || word === ".." || word === "~";
}

const longestName = 32;

/** Returns a name derived from the last directory of an absolute path; `null` if none can be derived. */
export function nameAfter(path: string): ProjectName | null {
  const plain = basename(path)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Mark}+/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, longestName)
    .replace(/-+$/, "");
  return projectName.safeParse(plain).data ?? null;
}
