// The commands about projects: a part of the command table.
import type { Command, Option, Parameter } from "./command.ts";

const json: Option = { type: "boolean", summary: "print one JSON document for scripts" };
const name: Parameter = { name: "name" };

export const projectCommands: Readonly<Record<string, Command>> = {
  "project sync": {
    summary: "Bring a project's integration branch up to date with your branch",
    parameters: [name],
    options: { "dry-run": { type: "boolean", summary: "only say what would be done" }, json },
    examples: [
      { line: "guild-hall project sync acme --dry-run", says: "what would be done" },
      { line: "guild-hall project sync acme", says: "does it; exits 1 where the two do not go together" },
    ],
    more: "Your branch and your checkout stay as they are, nothing is fetched, and nothing that was in either history is lost. Work that you merged, squashed or rebased elsewhere is recognised by its files.",
    load: () => import("./commands/project-sync.ts"),
  },
};
