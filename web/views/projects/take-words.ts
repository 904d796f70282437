// Says what a take-over would do or has done, and writes git's command for it. Pure.
import type { TakeReport, TakeUndoReport } from "../../../src/contract/project/take.ts";
import { counted } from "../../words/say.ts";

export function takeWords({ kind, branch, integration, total, conflicts, moved }: TakeReport): string {
  const commits = counted(total, "commit");
  switch (kind) {
    case "nothing":
      return `Nothing to do: ${branch.name} has all of ${integration.name}.`;
    case "fast-forward":
      return moved
        ? `${branch.name} moved forward by ${commits}, to ${integration.name}.`
        : `${branch.name} moves forward by ${commits}, to ${integration.name}. It has no commits of its own.`;
    case "merge":
      return moved
        ? `${commits} of ${integration.name} are merged into ${branch.name}.`
        : `${commits} of ${integration.name} are to be merged into ${branch.name}, which has commits of its own.`;
    case "cherry-pick":
      return `One commit is cherry-picked onto ${branch.name}.`;
    case "conflict":
      if (conflicts.length === 0) return `${integration.name} cannot be merged as it is. Nothing moves.`;
      return `The branches conflict in ${counted(conflicts.length, "file")}. Nothing moves: merge them yourself.`;
  }
}

export function undoWords({ branch, moved }: TakeUndoReport): string {
  const to = branch.after.slice(0, 12);
  return moved
    ? `${branch.name} is back at ${to}.`
    : `${branch.name} moves back from ${branch.before.slice(0, 12)} to ${to}, where it was before the last take-over.`;
}

/**
 * Returns the command that moves the branch back in a checkout. It looks again at what is there before git runs, because
 * a copied "git reset" would drop commits that were made meanwhile.
 */
export function undoLine({ project }: TakeUndoReport): string {
  return `guild-hall take ${project} --undo`;
}

/** Returns the command as it is typed in a shell. A word that a shell would read otherwise is quoted. */
export function commandLine(directory: string | null, words: readonly string[]): string {
  const own = words[0] === "git" ? words.slice(1) : words;
  return ["git", ...(directory === null ? [] : ["-C", directory]), ...own].map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[\w./:@%+=,~^-]+$/.test(word) && !word.startsWith("~")
    ? word
    : `'${word.replaceAll("'", "'\\''")}'`;
}
