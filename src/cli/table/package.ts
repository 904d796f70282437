// The commands for people who write packages or install those of others.
import type { Commands, Parameter } from "./command.ts";
import { json } from "./options.ts";

const packages = () => import("../commands/package.ts");
const rehearsal = () => import("../commands/rehearsal.ts");

const packageDirectory: Parameter = { name: "directory", completes: "files" };

export const packageCommands: Commands = {
  "package new": {
    summary: "Make a new worker or toolbox, which passes its own rehearsal at once",
    parameters: [{ name: "kind", values: ["worker", "toolbox"] }, { name: "name" }],
    options: {
      in: { type: "string", value: "DIR", summary: "make it there instead of here", completes: "files" },
    },
    examples: [
      { line: "guild-hall package new worker scribe", says: "a directory scribe, with a posture to fill in" },
      { line: "guild-hall package new toolbox counting --in packages", says: "in another directory" },
    ],
    more: "Nothing is ever overwritten. docs/guide/write-a-worker.md goes on from there.",
    load: async () => (await packages()).create,
  },
  "package validate": {
    summary: "Check a package: its metadata, its files and its code",
    parameters: [packageDirectory],
    options: {
      "metadata-only": { type: "boolean", summary: "do not run its code" },
      json,
    },
    examples: [
      {
        line: "guild-hall package validate scribe",
        says: "exits 0 if it is sound, else 1 with every mistake",
      },
      {
        line: "guild-hall package validate scribe --metadata-only",
        says: "for a package you do not trust yet",
      },
    ],
    more: "Its code is loaded in a process of its own, as a workbench would, and with your rights.",
    load: async () => (await packages()).validate,
  },
  "package rehearse": {
    summary: "Play the rehearsals of a package in a throwaway home",
    parameters: [packageDirectory, { name: "script", completes: "files", optional: true }],
    options: {},
    examples: [
      { line: "guild-hall package rehearse scribe", says: "all of scribe/rehearsals; exits 1 if one failed" },
      {
        line: "guild-hall package rehearse scribe scribe/rehearsals/first.yaml",
        says: "one, shown as it goes",
      },
    ],
    more: "Needs no account. A toolbox is played with a throwaway worker that declares it. What one script remembers, the next one finds. docs/guide/rehearse-it.md says more.",
    load: async () => (await rehearsal()).rehearsePackage,
  },
  "package add": {
    summary: "Take a copy of a package into the home, after showing what it asks for",
    parameters: [{ name: "from", completes: "files" }],
    options: { "dry-run": { type: "boolean", summary: "only show what it asks for" }, json },
    examples: [
      { line: "guild-hall package add scribe", says: "a directory, or a .tgz" },
      {
        line: "guild-hall package add guild-hall-worker-scribe@1 --dry-run",
        says: "what npm knows; look first",
      },
    ],
    more: "Its dependencies are installed without running any script. The package's own code runs in the workbench, outside the sandbox, with your rights: add what you trust. A hall that runs sees it by itself.",
    load: async () => (await packages()).add,
  },
  "package link": {
    summary: "Let the hall use a package where it lies, while you work on it",
    parameters: [packageDirectory],
    options: {},
    examples: [{ line: "guild-hall package link scribe", says: "each session takes it as it then is" }],
    load: async () => (await packages()).link,
  },
  "package remove": {
    summary: "Take a package out of the home; a copy goes to the trash",
    parameters: [{ name: "name" }],
    options: {},
    examples: [{ line: "guild-hall package remove scribe", says: "of a link, only the link is removed" }],
    load: async () => (await packages()).remove,
  },
  "package list": {
    summary: "List the packages of the home: from where, and whether they changed since",
    parameters: [],
    options: { json },
    examples: [
      { line: "guild-hall package list", says: "those that came with the hall are in: guild-hall workers" },
    ],
    load: async () => (await packages()).list,
  },
};
