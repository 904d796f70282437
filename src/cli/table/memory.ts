// The commands to review the memory: a part of the command table.
import type { Commands, Parameter } from "./command.ts";
import { json, rehearsalOption } from "./options.ts";

const memory = () => import("../commands/memory.ts");

const scope: Parameter = { name: "scope" };
const key: Parameter = { name: "key" };

const scopesText =
  'A scope is "global", which every worker reads, "project:NAME", which workers read for commissions of that project, or "worker:NAME", which only that worker reads.';

export const memoryCommands: Commands = {
  "memory list": {
    summary: "List the scopes of the memory, or the entries of one scope",
    parameters: [{ ...scope, optional: true }],
    options: { json },
    examples: [
      { line: "guild-hall memory list", says: "each scope with its size" },
      { line: "guild-hall memory list project:website", says: "its entries, newest first" },
    ],
    more: scopesText,
    load: async () => (await memory()).list,
  },
  "memory show": {
    summary: "Print the text of an entry",
    parameters: [scope, key],
    options: {
      version: { type: "string", value: "N", summary: "print the text of this earlier version" },
      json,
    },
    examples: [
      { line: "guild-hall memory show global house-style", says: "standard error says who wrote it" },
      { line: "guild-hall memory show global house-style --version 2", says: "the text of version 2" },
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
        summary: "read the text from this file; - is standard input",
        completes: "files",
      },
      "if-version": {
        type: "string",
        value: "N",
        summary: "write only if the entry is at this version; 0: only if there is no entry",
      },
      json,
    },
    examples: [
      { line: "guild-hall memory edit global house-style", says: "in your editor: $VISUAL, $EDITOR or vi" },
      { line: "guild-hall memory edit global house-style --file style.md", says: "for scripts" },
    ],
    more: "If the entry changes while you are editing, the hall overwrites nothing: it refuses your text, and the command keeps it in a file. The hall trusts what you write.",
    load: async () => (await memory()).edit,
  },
  "memory forget": {
    summary: "Forget an entry; its text goes to the trash",
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
        says: "also brings back a forgotten or condensed entry",
      },
    ],
    load: async () => (await memory()).revert,
  },
  "memory compact": {
    summary: "Condense the older entries of a scope now; prints the id of the commission that does it",
    parameters: [scope],
    options: {
      ...rehearsalOption,
      json,
    },
    examples: [{ line: "guild-hall memory compact global", says: "guild-hall watch ID follows it" }],
    more: "The hall condenses a scope by itself when it has more tokens than memory.compactAtTokens. Condensed entries go to the trash and stay in the history.",
    load: async () => (await memory()).compact,
  },
};
