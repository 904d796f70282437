// The command that holds a guild member to the protocol.
import type { Command } from "./command.ts";

export const conformanceCommand: Command = {
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
    json: { type: "boolean", summary: "print one JSON document for scripts" },
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
  load: () => import("../commands/members-conformance.ts"),
};
