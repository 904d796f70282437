// The commands to review the work of a commission: a part of the command table.
import type { Commands, Parameter } from "./command.ts";
import { id, json } from "./options.ts";

const review = () => import("../commands/review.ts");

const path: Parameter = { name: "path", optional: true };

export const reviewCommands: Commands = {
  result: {
    summary: "Print what came back",
    parameters: [id],
    options: { json },
    examples: [{ line: "guild-hall result 0197f3a2-7c1b > report.md", says: "keep the text" }],
    load: async () => (await review()).result,
  },
  diff: {
    summary: "Show what a commission changed in its project; of one at work, so far",
    parameters: [id, path],
    options: {
      stat: { type: "boolean", summary: "only which files, and how many lines" },
      conflict: { type: "boolean", summary: "what could not be merged, as both sides changed it" },
      json,
    },
    examples: [
      { line: "guild-hall diff 0197f3a2-7c1b", says: "its patch, against the commit it began at" },
      { line: "guild-hall diff 0197f3a2-7c1b --stat", says: "its files, with lines added and deleted" },
      { line: "guild-hall diff 0197f3a2-7c1b src/main.ts", says: "one file, however long its patch is" },
      { line: "guild-hall diff 0197f3a2-7c1b --conflict", says: "the files in conflict, from both sides" },
    ],
    more: "The repository's own settings, filters and programs have no part in it. Of a commission at work its worktree is looked at as it is, without disturbing the worker. A patch of more than 256 KiB is left out and named; ask for its file alone.",
    load: async () => (await review()).diff,
  },
  artifacts: {
    summary: "List the files a commission left, or print or keep one of them",
    parameters: [id, path],
    options: {
      out: { type: "string", value: "FILE", summary: "keep it as this new file", completes: "files" },
      json,
    },
    examples: [
      { line: "guild-hall artifacts 0197f3a2-7c1b", says: "their names, kinds and sizes" },
      { line: "guild-hall artifacts 0197f3a2-7c1b report.md", says: "print it" },
      { line: "guild-hall artifacts 0197f3a2-7c1b chart.png --out chart.png", says: "keep it as it is" },
    ],
    more: "What is printed is made safe for a terminal; with --out every byte is kept. A file that is there already is not written over.",
    load: async () => (await review()).artifacts,
  },
};
