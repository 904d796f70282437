// The commands to review the work of a commission: a part of the command table.
import type { Commands, Parameter } from "./command.ts";
import { id, json } from "./options.ts";

const review = () => import("../commands/review.ts");

const path: Parameter = { name: "path", optional: true };

export const reviewCommands: Commands = {
  result: {
    summary: "Print the result of a commission",
    parameters: [id],
    options: { json },
    examples: [{ line: "guild-hall result 0197f3a2-7c1b > report.md", says: "keep the text" }],
    load: async () => (await review()).result,
  },
  diff: {
    summary: "Show what a commission changed in its project, also while it is at work",
    parameters: [id, path],
    options: {
      stat: { type: "boolean", summary: "show only the files, and how many lines changed in each" },
      conflict: {
        type: "boolean",
        summary: "show the files that could not be merged, as both sides changed them",
      },
      json,
    },
    examples: [
      { line: "guild-hall diff 0197f3a2-7c1b", says: "its patch, against the commit it began at" },
      { line: "guild-hall diff 0197f3a2-7c1b --stat", says: "its files, with lines added and deleted" },
      { line: "guild-hall diff 0197f3a2-7c1b src/main.ts", says: "one file, however long its patch is" },
      { line: "guild-hall diff 0197f3a2-7c1b --conflict", says: "the files in conflict, from both sides" },
    ],
    more: "The hall ignores the repository's own settings, filters and programs. If the commission is at work, the hall reads its worktree as it is, without disturbing the worker. In a terminal the command leaves out a patch of more than 256 KiB and names its file; ask for that file alone.",
    load: async () => (await review()).diff,
  },
  artifacts: {
    summary: "List the files a commission left, or print or save one of them",
    parameters: [id, path],
    options: {
      out: { type: "string", value: "FILE", summary: "save it as this new file", completes: "files" },
      json,
    },
    examples: [
      { line: "guild-hall artifacts 0197f3a2-7c1b", says: "their names, kinds and sizes" },
      { line: "guild-hall artifacts 0197f3a2-7c1b report.md", says: "print it" },
      { line: "guild-hall artifacts 0197f3a2-7c1b chart.png --out chart.png", says: "save it unchanged" },
    ],
    more: "The command makes the text that it prints safe for a terminal; with --out it saves every byte. It never overwrites a file.",
    load: async () => (await review()).artifacts,
  },
};
