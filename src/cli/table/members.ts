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
    examples: [{ line: "guild-hall members list", says: "with the problem of each member that failed" }],
    load: async () => (await members()).list,
  },
  "members start": {
    summary: "Start a guild member now, and wait until it answers",
    parameters: [memberName],
    options: { json },
    examples: [
      {
        line: "guild-hall members start researcher",
        says: "exits 1 and prints its last words if it does not answer",
      },
    ],
    more: "You rarely need this command: the hall starts a member when a commission needs it.",
    load: async () => (await members()).start,
  },
  "members stop": {
    summary: "End a guild member and all its processes",
    parameters: [memberName],
    options: { json },
    examples: [{ line: "guild-hall members stop researcher", says: "its jobs at work are lost" }],
    more: "The hall starts it again when a commission needs it.",
    load: async () => (await members()).stop,
  },
  "members logs": {
    summary: "Show what a guild member printed last",
    parameters: [memberName],
    options: {
      bytes: { type: "string", value: "N", summary: "how many bytes of the end to show (default: 65536)" },
      json,
    },
    examples: [{ line: "guild-hall members logs researcher", says: "even if it no longer runs" }],
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
    more: "The command runs none of the member's code, and fetches nothing.",
    load: async () => (await memberCode()).validate,
  },
  "members add": {
    summary: "Show what a guild member is, and copy it into the home",
    parameters: [memberDirectory],
    options: { "dry-run": { type: "boolean", summary: "only show what it is" }, json },
    examples: [
      { line: "guild-hall members add my-member", says: "a directory with a guild-member.json" },
      { line: "guild-hall members add my-member --dry-run", says: "look first" },
    ],
    more: "A guild member is a program that runs with your rights: add only what you trust. The command replaces a member of the same name: the old code goes to the trash, and the jobs and the memory stay. It links a dependency that the hall has in exactly that version, and installs any other without running a script. A running hall sees the member by itself.",
    load: async () => (await memberCode()).add,
  },
  "members remove": {
    summary: "Remove a guild member from the home; all of it goes to the trash",
    parameters: [memberName],
    options: { json },
    examples: [
      {
        line: "guild-hall members remove scout",
        says: "with its jobs and its memory; removes only the link if it is one",
      },
      {
        line: "guild-hall members remove researcher",
        says: "the bare name researcher means the worker package again",
      },
    ],
    more: "The command refuses while the member runs, and while one of its commissions has not ended. You can use a member that came with the hall again; it then begins anew. The hall keeps the cost of its jobs.",
    load: async () => (await memberCode()).remove,
  },
  "members conformance": {
    summary: "Check a guild member against the protocol: every method, error, race and limit",
    parameters: [{ name: "member", completes: "files" }],
    options: {
      "secret-file": {
        type: "string",
        value: "FILE",
        summary: "read the secret of a member at a URL from here; by default it is in GUILD_MEMBER_SECRET",
        completes: "files",
      },
      live: { type: "boolean", summary: "dispatch jobs to the member at a URL, which may cost money" },
      json,
    },
    examples: [
      {
        line: "guild-hall members conformance my-member",
        says: "starts a throwaway copy with a scripted model; exits 1 if a check failed",
      },
      {
        line: "guild-hall members conformance http://127.0.0.1:8080/mcp",
        says: "a member that already runs: the checks that need no job",
      },
    ],
    more: "Each line names a check and its clause in docs/protocol.md. A member that you give as a directory runs with your rights.",
    load: async () => (await conformance()).conformance,
  },
};
