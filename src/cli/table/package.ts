// The commands for people who write packages or install those of others.
import type { Commands, Parameter } from "./command.ts";
import { json } from "./options.ts";

const packages = () => import("../commands/package.ts");
const rehearsal = () => import("../commands/rehearsal.ts");

const packageDirectory: Parameter = { name: "directory", completes: "files" };

export const packageCommands: Commands = {
  "package new": {
    summary: "Make a new worker or toolbox that passes its own rehearsal at once",
    parameters: [{ name: "kind", values: ["worker", "toolbox"] }, { name: "name" }],
    options: {
      in: {
        type: "string",
        value: "DIR",
        summary: "make it in this directory instead of here",
        completes: "files",
      },
    },
    examples: [
      { line: "guild-hall package new worker scribe", says: "a directory scribe, with a posture to fill in" },
      { line: "guild-hall package new toolbox counting --in packages", says: "in another directory" },
    ],
    more: "The command never overwrites a file. docs/guide/write-a-worker.md continues from there.",
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
    more: "The command loads the package's code as a workbench would, in a separate process with your rights.",
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
        says: "one script, shown live",
      },
    ],
    more: "The command needs no account. It plays a toolbox with a throwaway worker that declares it. Each script finds the memory of the scripts before it. docs/guide/rehearse-it.md says more.",
    load: async () => (await rehearsal()).rehearsePackage,
  },
  "package add": {
    summary: "Show what a package asks for, and copy it into the home",
    parameters: [{ name: "from", completes: "files" }],
    options: { "dry-run": { type: "boolean", summary: "only show what it asks for" }, json },
    examples: [
      { line: "guild-hall package add scribe", says: "a directory, or a .tgz" },
      {
        line: "guild-hall package add guild-hall-worker-scribe@1 --dry-run",
        says: "a package that npm knows; look first",
      },
    ],
    more: "The command installs the package's dependencies without running any script. The package's own code runs in the workbench, outside the sandbox, with your rights: add only what you trust. A running hall sees the package by itself.",
    load: async () => (await packages()).add,
  },
  "package link": {
    summary: "Let the hall use a package in place, while you work on it",
    parameters: [packageDirectory],
    options: {},
    examples: [
      {
        line: "guild-hall package link scribe",
        says: "each session takes the files as they are when it starts",
      },
    ],
    load: async () => (await packages()).link,
  },
  "package remove": {
    summary: "Remove a package from the home; a copy goes to the trash",
    parameters: [{ name: "name" }],
    options: {},
    examples: [
      { line: "guild-hall package remove scribe", says: "removes only the link if the package is linked" },
    ],
    load: async () => (await packages()).remove,
  },
  "package list": {
    summary: "List the packages of the home: where they came from, and whether they have changed since",
    parameters: [],
    options: { json },
    examples: [
      {
        line: "guild-hall package list",
        says: "guild-hall workers also lists the packages that came with the hall",
      },
    ],
    load: async () => (await packages()).list,
  },
};
