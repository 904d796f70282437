// The commands about guild members: programs of their own that serve tools or take work.
import type { Command, Option, Parameter } from "./command.ts";

const json: Option = { type: "boolean", summary: "print one JSON document for scripts" };
const memberDirectory: Parameter = { name: "directory", completes: "files" };

export const memberCommands: Readonly<Record<string, Command>> = {
  "members validate": {
    summary: "Check a guild member without starting it: its manifest, its files, its command",
    parameters: [memberDirectory],
    options: { json },
    examples: [
      {
        line: "guild-hall members validate my-member",
        says: "exits 0 if it is sound, else 1 with every mistake",
      },
    ],
    more: "Nothing of it is run, and nothing is fetched.",
    load: () => import("./commands/members-validate.ts"),
  },
  "members add": {
    summary: "Take a copy of a guild member into the home, after showing what it is",
    parameters: [memberDirectory],
    options: { "dry-run": { type: "boolean", summary: "only show what it is" }, json },
    examples: [
      { line: "guild-hall members add my-member", says: "a directory with a guild-member.json" },
      { line: "guild-hall members add my-member --dry-run", says: "look first" },
    ],
    more: "A guild member is a program that runs with your rights: add what you trust. One of the same name is replaced: its code goes to the trash, its jobs and its memory stay. What it depends on is linked where the hall has it, and else installed without running any script. A hall that runs sees it by itself.",
    load: () => import("./commands/members-add.ts"),
  },
};
