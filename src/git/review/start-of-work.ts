// Finds the commit that shows all of what accepting a commission's work merges.
import { isAncestor, mergeBase } from "../repository/refs.ts";
import type { GitDeps, GitPlace } from "../repository/run.ts";

/**
 * Returns the commit that the work began at. If that is not on the integration branch, whose tip is `into`, returns the
 * merge base, because the work before it would be merged too.
 */
export async function startOfWork(
  deps: GitDeps,
  place: GitPlace,
  { base, tip, into }: { base: string; tip: string; into: string },
): Promise<string> {
  if (await isAncestor(deps, place, { old: base, of: into })) return base;
  return (await mergeBase(deps, place, [tip, into])) ?? base;
}
