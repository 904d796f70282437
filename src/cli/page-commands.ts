// The command that leads to the page: a part of the command table.
import type { Command } from "./command.ts";

export const pageCommands: Readonly<Record<string, Command>> = {
  open: {
    summary: "Open the hall's page in your browser",
    parameters: [{ name: "id", optional: true }],
    options: { print: { type: "boolean", summary: "only print the link" } },
    examples: [
      { line: "guild-hall open", says: "everything at a glance" },
      { line: "guild-hall open 0197f3a2-7c1b", says: "one commission" },
      { line: "guild-hall open --print", says: "for a browser that you open yourself" },
    ],
    more: "The link carries the hall's token, so it is on no command line: the browser is led there by a file that only you can read. From another machine, forward the hall's port under the same number.",
    load: () => import("./commands/open.ts"),
  },
};
