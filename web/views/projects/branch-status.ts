// Says how a project's two branches relate, and what a sync does. Pure.
import type { ProjectEntry } from "../../../src/contract/project/project.ts";
import type { SyncReport } from "../../../src/contract/project/sync.ts";
import { counted } from "../../words/say.ts";

export function standing(project: Pick<ProjectEntry, "branch" | "integration" | "ahead" | "behind">): string {
  const { branch, integration, ahead, behind } = project;
  if (integration === null) return "no repository";
  if (ahead === null || behind === null)
    return `${integration} cannot be compared with ${branch ?? "your branch"} now`;
  if (ahead === 0 && behind === 0) return `${integration} and ${branch} are at the same commit`;
  const parts = [
    ahead > 0 && `has ${counted(ahead, "commit")} that ${branch} lacks`,
    behind > 0 && `lacks ${counted(behind, "commit")} of ${branch}`,
  ].filter(Boolean);
  return `${integration} ${parts.join(" and ")}`;
}

/** Says what a sync would do on a dry run, otherwise what it did. */
export function syncWords({ kind, dryRun, from, into, brings, conflicts }: SyncReport): string {
  const moves = dryRun ? "would move" : "moved";
  const commits = counted(brings, "commit");
  switch (kind) {
    case "nothing":
      return `Nothing to do: all of ${from.branch} is on ${into.branch}.`;
    case "fast-forward":
      return `${into.branch} ${moves} forward to ${from.branch}, by ${commits}. It has no commits of its own.`;
    case "squash-merged":
      return `${from.branch} has all of ${into.branch}’s work in other commits. ${into.branch} ${moves} to it, and nothing is lost from the history.`;
    case "merge":
      return `${commits} of ${from.branch} ${dryRun ? "would be" : were(brings)} merged into ${into.branch}.`;
    case "conflict":
      return `The branches conflict: ${counted(conflicts.length, "file")} ${were(conflicts.length)} changed on both sides. The sync changes nothing.`;
  }
}

const were = (count: number): string => (count === 1 ? "was" : "were");
