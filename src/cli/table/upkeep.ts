// The commands about what the hall keeps, how much space it takes and what work has cost: a part of the command table.
import type { Commands } from "./command.ts";
import { json } from "./options.ts";

const upkeep = () => import("../commands/upkeep.ts");

export const upkeepCommands: Commands = {
  clean: {
    summary: "Take away what was kept long enough: trash, raw transcripts, old logs",
    parameters: [],
    options: { "dry-run": { type: "boolean", summary: "only say what would go" }, json },
    examples: [
      { line: "guild-hall clean --dry-run", says: "what would go, and how much that is" },
      {
        line: "guild-hall clean",
        says: "removes it now; the hall does so by itself, too, but takes its time",
      },
    ],
    more: "How long things are kept stands in config.yaml under retention. Ledgers, results, artifacts and work directories are never taken away.",
    load: async () => (await upkeep()).clean,
  },
  worktrees: {
    summary: "Show the worktrees of projects: whose they are, why they are kept, what they take",
    parameters: [],
    options: {
      prune: { type: "boolean", summary: "close what nobody needs and nothing would be lost with" },
      "dry-run": { type: "boolean", summary: "with --prune: only say what would go" },
      json,
    },
    examples: [
      { line: "guild-hall worktrees", says: "each with its commission, its branch and its size" },
      { line: "guild-hall worktrees --prune --dry-run", says: "what would go" },
      { line: "guild-hall worktrees --prune", says: "closes it; what is in no commit goes to the trash" },
    ],
    more: "A worktree that is kept goes only where everything in it is in a commit. One that no commission of this hall has is shown and never touched.",
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
      { line: "guild-hall spend", says: "the last two weeks; days are those of your clock" },
      { line: "guild-hall spend --days 1 --json", says: "today, for scripts" },
    ],
    more: "What guild members spend on their own account is in it. Rehearsals cost nothing, and what was deleted is no longer known.",
    load: async () => (await upkeep()).spend,
  },
};
