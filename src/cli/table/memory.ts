// The commands to review the memory: a part of the command table.
import type { Commands, Parameter } from "./command.ts";
import { json, rehearsalOption } from "./options.ts";

const memory = () => import("../commands/memory.ts");

const scope: Parameter = { name: "scope" };
const key: Parameter = { name: "key" };

const scopesText =
  'A scope is "global", which every worker reads, "project:NAME", which those who work on that project read, or "worker:NAME", which only that worker reads.';

export const memoryCommands: Commands = {
  "memory list": {
    summary: "List what is remembered: the scopes, or the entries of one",
    parameters: [{ ...scope, optional: true }],
    options: { json },
    examples: [
      { line: "guild-hall memory list", says: "which scopes there are, and how much is in each" },
      { line: "guild-hall memory list project:website", says: "its entries, newest first" },
    ],
    more: scopesText,
    load: async () => (await memory()).list,
  },
  "memory show": {
    summary: "Print what an entry says",
    parameters: [scope, key],
    options: {
      version: { type: "string", value: "N", summary: "what an earlier version said" },
      json,
    },
    examples: [
      { line: "guild-hall memory show global house-style", says: "who wrote it stands on standard error" },
      { line: "guild-hall memory show global house-style --version 2", says: "as it was" },
    ],
    load: async () => (await memory()).show,
  },
  "memory edit": {
    summary: "Change an entry, or write a new one",
    parameters: [scope, key],
    options: {
      file: {
        type: "string",
        value: "FILE",
        summary: "take the text from here; - is standard input",
        completes: "files",
      },
      "if-version": {
        type: "string",
        value: "N",
        summary: "only if it is at this version; 0: only if there is none",
      },
      json,
    },
    examples: [
      { line: "guild-hall memory edit global house-style", says: "in your editor: $VISUAL, $EDITOR or vi" },
      { line: "guild-hall memory edit global house-style --file style.md", says: "for scripts" },
    ],
    more: "What somebody else wrote while you were editing is never overwritten: then it is refused, and your text is kept. What you write counts as trusted.",
    load: async () => (await memory()).edit,
  },
  "memory forget": {
    summary: "Forget an entry; what it said goes to the trash",
    parameters: [scope, key],
    options: { json },
    examples: [{ line: "guild-hall memory forget worker:researcher old-notes", says: "its history stays" }],
    load: async () => (await memory()).forget,
  },
  "memory history": {
    summary: "List every version of an entry: who made it, when and how",
    parameters: [scope, key],
    options: { json },
    examples: [{ line: "guild-hall memory history global house-style", says: "newest first" }],
    load: async () => (await memory()).history,
  },
  "memory revert": {
    summary: "Make an earlier version of an entry the newest again",
    parameters: [scope, key, { name: "version" }],
    options: { json },
    examples: [
      {
        line: "guild-hall memory revert global house-style 2",
        says: "also for one that was forgotten or condensed",
      },
    ],
    load: async () => (await memory()).revert,
  },
  "memory compact": {
    summary: "Have the older entries of a scope condensed now; prints the commission's id",
    parameters: [scope],
    options: {
      ...rehearsalOption,
      json,
    },
    examples: [{ line: "guild-hall memory compact global", says: "guild-hall watch ID follows it" }],
    more: "The hall does so by itself when a scope has more tokens than memory.compactAtTokens. What is condensed goes to the trash and stays in the history.",
    load: async () => (await memory()).compact,
  },
};
