// The commands to see what needs a person and to defer it: a part of the command table.
import type { Commands, Parameter } from "./command.ts";
import { json } from "./options.ts";

const attention = () => import("../commands/attention.ts");

const key: Parameter = { name: "key" };

export const attentionCommands: Commands = {
  needs: {
    summary: "List what needs you: questions, work that went wrong, and problems",
    parameters: [],
    options: { all: { type: "boolean", summary: "also list what you have deferred" }, json },
    examples: [
      { line: "guild-hall needs", says: "most urgent first, each with its key" },
      { line: "guild-hall needs --all", says: "also what you have deferred, and until when" },
    ],
    more: "Failed, refuted and conflicting work needs you until you redispatch, delete or defer it. A question needs you until you answer or defer it, or redispatch its work.",
    load: async () => (await attention()).needs,
  },
  defer: {
    summary: "Defer something that needs you; the hall remembers it",
    parameters: [key],
    options: {
      until: {
        type: "string",
        value: "WHEN",
        summary: "when it comes back: 30m, 4h, 2d, 1w, or a date or time; by default when its cause changes",
      },
      json,
    },
    examples: [
      { line: "guild-hall defer failed:0197f3a2-7c1b", says: "until its cause changes" },
      { line: "guild-hall defer question:0197f3a2-7c1b --until 2d", says: "comes back in two days" },
      { line: "guild-hall defer quota: --until 2026-12-01T09:00", says: "a time of this machine's clock" },
    ],
    more: '"guild-hall needs" shows the key. Its first characters are enough if no other key begins with them.',
    load: async () => (await attention()).defer,
  },
  recall: {
    summary: "Take back a deferral, so that the item needs you again",
    parameters: [key],
    options: { json },
    examples: [{ line: "guild-hall recall failed:0197f3a2-7c1b", says: "it is in the list again" }],
    load: async () => (await attention()).recall,
  },
};
