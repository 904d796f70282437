// The commands about what the hall keeps, how much space it takes and what work has cost: a part of the command table.
import type { Commands } from "./command.ts";
import { json } from "./options.ts";

const upkeep = () => import("../commands/upkeep.ts");

export const upkeepCommands: Commands = {
  clean: {
    summary: "Remove what the hall has kept long enough: trash, raw transcripts, old logs",
    parameters: [],
    options: { "dry-run": { type: "boolean", summary: "only say what would be removed" }, json },
    examples: [
      { line: "guild-hall clean --dry-run", says: "what would be removed, and its size" },
      {
        line: "guild-hall clean",
        says: "removes it now; the hall also does so by itself, but later",
      },
    ],
    more: "config.yaml says under retention how long the hall keeps things. The command never removes ledgers, results, artifacts or work directories.",
    load: async () => (await upkeep()).clean,
  },
  worktrees: {
    summary: "List the worktrees of projects: the commission and size of each, and why it is kept",
    parameters: [],
    options: {
      prune: {
        type: "boolean",
        summary: "close the worktrees that are no longer needed, if that loses nothing",
      },
      "dry-run": { type: "boolean", summary: "with --prune: only say what would be closed" },
      json,
    },
    examples: [
      { line: "guild-hall worktrees", says: "each with its commission, its branch and its size" },
      { line: "guild-hall worktrees --prune --dry-run", says: "what would be closed" },
      { line: "guild-hall worktrees --prune", says: "closes them; files in no commit go to the trash" },
    ],
    more: "The command closes a kept worktree only if every file in it is in a commit or ignored by git. It lists a worktree that belongs to no commission of this hall, and never touches it.",
    load: async () => (await upkeep()).worktrees,
  },
  spend: {
    summary: "Show what was spent, day by day and by worker",
    parameters: [],
    options: {
      days: { type: "string", value: "N", summary: "today and the days before it, N in all (default: 14)" },
      json,
    },
    examples: [
      { line: "guild-hall spend", says: "the last two weeks, with days by your clock" },
      { line: "guild-hall spend --days 1 --json", says: "today, for scripts" },
    ],
    more: "The sums include what guild members spend on their own account. Rehearsals cost nothing, and the hall no longer knows what deleted commissions cost.",
    load: async () => (await upkeep()).spend,
  },
};
