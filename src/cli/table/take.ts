// The command that brings finished work to the person's own branch: a part of the command table.
import type { Commands } from "./command.ts";
import { json } from "./options.ts";

const take = () => import("../commands/take.ts");

export const takeCommands: Commands = {
  take: {
    summary: "Take finished work over to your own branch",
    parameters: [{ name: "project" }, { name: "id", optional: true }],
    options: {
      "dry-run": { type: "boolean", summary: "only show the plan" },
      yes: { type: "boolean", summary: "do not ask, for scripts" },
      undo: { type: "boolean", summary: "move your branch back to where it was before the last take-over" },
      json,
    },
    examples: [
      { line: "guild-hall take acme", says: "shows the plan and asks before it changes anything" },
      { line: "guild-hall take acme --yes", says: "in a script" },
      { line: "guild-hall take acme 0197f3a2-7c1b", says: "one commission alone, as a cherry-pick" },
      { line: "guild-hall take acme --undo", says: "only while your branch is still where it brought it" },
    ],
    more: "Where your branch is checked out, the command runs your own git there, in this terminal, with your settings and your hooks. Where it is checked out nowhere, the hall moves the branch, and only if it is still where the plan saw it. Without a terminal and without --yes, the command only shows the plan.",
    load: async () => (await take()).take,
  },
};
