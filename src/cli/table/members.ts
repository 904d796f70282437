// The commands about guild members, which are separate programs that serve tools or take work.
import type { Commands, Parameter } from "./command.ts";
import { json } from "./options.ts";

const members = () => import("../commands/members.ts");
const conformance = () => import("../commands/conformance.ts");
const memberCode = () => import("../commands/member-code.ts");

const memberName: Parameter = { name: "name" };
const memberDirectory: Parameter = { name: "directory", completes: "files" };

export const memberCommands: Commands = {
  "members list": {
    summary: "List the guild members, and whether they run",
    parameters: [],
    options: { json },
    examples: [{ line: "guild-hall members list", says: "with what is wrong with those that failed" }],
    load: async () => (await members()).list,
  },
  "members start": {
    summary: "Start a guild member now, and wait until it answers",
    parameters: [memberName],
    options: { json },
    examples: [
      { line: "guild-hall members start researcher", says: "exits 1 with its last words if it does not" },
    ],
    more: "Not needed as a rule: a member is started when somebody needs it.",
    load: async () => (await members()).start,
  },
  "members stop": {
    summary: "End a guild member and all its processes",
    parameters: [memberName],
    options: { json },
    examples: [{ line: "guild-hall members stop researcher", says: "its jobs at work are lost" }],
    more: "Whoever needs it next starts it again.",
    load: async () => (await members()).stop,
  },
  "members logs": {
    summary: "Show what a guild member printed last",
    parameters: [memberName],
    options: {
      bytes: { type: "string", value: "N", summary: "how much of the end is shown (default: 65536)" },
      json,
    },
    examples: [{ line: "guild-hall members logs researcher", says: "also when it does not run any more" }],
    load: async () => (await members()).logs,
  },
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
    load: async () => (await memberCode()).validate,
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
    load: async () => (await memberCode()).add,
  },
  "members remove": {
    summary: "Take a guild member out of the home; all of it goes to the trash",
    parameters: [memberName],
    options: { json },
    examples: [
      {
        line: "guild-hall members remove scout",
        says: "with its jobs and its memory; of a link, only the link",
      },
      {
        line: "guild-hall members remove researcher",
        says: "a bare researcher is the worker package again",
      },
    ],
    more: "Refused while it runs, and while commissions of it have not ended. One that came with the hall can be used again, and begins anew. What its jobs have cost is kept.",
    load: async () => (await memberCode()).remove,
  },
  "members conformance": {
    summary: "Hold a guild member to the protocol: every method, error, race and limit",
    parameters: [{ name: "member", completes: "files" }],
    options: {
      "secret-file": {
        type: "string",
        value: "FILE",
        summary: "the member's secret, for a URL; by default GUILD_MEMBER_SECRET",
        completes: "files",
      },
      live: { type: "boolean", summary: "dispatch jobs to the member at a URL, which may cost money" },
      json,
    },
    examples: [
      {
        line: "guild-hall members conformance my-member",
        says: "starts a throwaway copy with a model that is played; exits 1 if a check failed",
      },
      {
        line: "guild-hall members conformance http://127.0.0.1:8080/mcp",
        says: "one that runs already: all that needs no job",
      },
    ],
    more: "Each line names a check and its clause in docs/protocol.md. A directory's member runs with your rights.",
    load: async () => (await conformance()).conformance,
  },
};
