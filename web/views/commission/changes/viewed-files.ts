// Keeps in the browser which files of a diff a person has viewed, for each commission and commit.
import { create } from "zustand";
import { keep, readKept } from "../../../api/kept.ts";

const storageKey = "guild-hall-viewed";
/** The diffs that were reviewed last are kept; older ones are forgotten. */
const mostDiffs = 100;
const mostPaths = 3000;

type Kept = readonly (readonly [subject: string, paths: readonly string[]])[];

const useKept = create<{ kept: Kept }>(() => ({ kept: parse(readKept("local", storageKey)) }));

const none: readonly string[] = [];

/** `subject` names the diff: a commission or a project, and the commits that are compared. */
export function useViewed(subject: string): readonly string[] {
  return useKept(({ kept }) => kept.find(([name]) => name === subject)?.[1] ?? none);
}

export function setViewed(subject: string, path: string, isViewed: boolean): void {
  const { kept } = useKept.getState();
  const before = kept.find(([name]) => name === subject)?.[1] ?? none;
  const others = before.filter((each) => each !== path);
  const paths = isViewed ? [...others, path].slice(-mostPaths) : others;
  const rest = kept.filter(([name]) => name !== subject);
  const now: Kept = paths.length === 0 ? rest : [[subject, paths] as const, ...rest].slice(0, mostDiffs);
  keep("local", storageKey, JSON.stringify(now));
  useKept.setState({ kept: now });
}

function parse(text: string | null): Kept {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter(
      (each): each is [string, string[]] =>
        Array.isArray(each) &&
        typeof each[0] === "string" &&
        Array.isArray(each[1]) &&
        each[1].every((path) => typeof path === "string"),
    );
  } catch {
    return [];
  }
}
