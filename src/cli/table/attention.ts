// The commands to see what needs a person and to defer it: a part of the command table.
import type { Commands, Parameter } from "./command.ts";
import { json } from "./options.ts";

const attention = () => import("../commands/attention.ts");

const key: Parameter = { name: "key" };

export const attentionCommands: Commands = {
  needs: {
    summary: "Show what needs you: questions, work that came back badly, and what is wrong",
    parameters: [],
    options: { all: { type: "boolean", summary: "also what you have put off" }, json },
    examples: [
      { line: "guild-hall needs", says: "most urgent first, each with its key" },
      { line: "guild-hall needs --all", says: "also what was put off, and until when" },
    ],
    more: "Failed, refuted and conflicting work needs you until it is redispatched, deleted or put off; a question until it is answered or its work is redispatched.",
    load: async () => (await attention()).needs,
  },
  defer: {
    summary: "Put something off that needs you; the hall remembers it",
    parameters: [key],
    options: {
      until: {
        type: "string",
        value: "WHEN",
        summary:
          "when it comes back: 30m, 4h, 2d, 1w, or a date or time; by default when its cause is another",
      },
      json,
    },
    examples: [
      { line: "guild-hall defer failed:0197f3a2-7c1b", says: "until something else is the matter with it" },
      { line: "guild-hall defer question:0197f3a2-7c1b --until 2d", says: "comes back in two days" },
      { line: "guild-hall defer quota: --until 2026-12-01T09:00", says: "a time of this machine's clock" },
    ],
    more: 'The key is the one that "guild-hall needs" shows; its first characters are enough where only one begins so.',
    load: async () => (await attention()).defer,
  },
  recall: {
    summary: "Take back that something was put off",
    parameters: [key],
    options: { json },
    examples: [{ line: "guild-hall recall failed:0197f3a2-7c1b", says: "it needs you again" }],
    load: async () => (await attention()).recall,
  },
};
