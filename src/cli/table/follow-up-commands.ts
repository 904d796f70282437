// The commands by which a person goes on with work that came back: a part of the command table.
import type { Command, Option, Parameter } from "./command.ts";
import { limitOptions, memberOptions, onRed } from "./limit-options.ts";

const json: Option = { type: "boolean", summary: "print one JSON document for scripts" };
const id: Parameter = { name: "id" };

export const followUpCommands: Readonly<Record<string, Command>> = {
  answer: {
    summary: "Answer a question of a commission's worker, also after its end",
    parameters: [id, { name: "number" }, { name: "text" }],
    options: { json },
    examples: [
      { line: 'guild-hall answer 0197f3a2-7c1b 1 "Only the public API."', says: "its first question" },
      {
        line: "guild-hall answer 0197f3a2-7c1b 2 - < answer.md",
        says: "read the answer from standard input",
      },
    ],
    more: '"guild-hall show ID" lists the questions with their numbers. A worker never waits for an answer: it is given to whoever goes on with the work, after "guild-hall redispatch ID". Of several answers to one question the last counts.',
    load: () => import("../commands/answer.ts"),
  },
  redispatch: {
    summary: "Have an ended commission taken up again by a new one; prints its id",
    parameters: [id],
    options: {
      fresh: {
        type: "boolean",
        summary: "begin with the project as it is, without the files or the patch it left",
      },
      ...onRed,
      note: { type: "string", value: "TEXT", summary: "a word to the worker" },
      rehearsal: {
        type: "string",
        value: "FILE",
        summary: "play this script; by default the old one's, if it had one",
        completes: "files",
      },
      ...limitOptions,
      ...memberOptions,
      wait: { type: "boolean", summary: "follow it to the end; exits 4 as `commission --wait` does" },
      json,
    },
    examples: [
      { line: "guild-hall redispatch 0197f3a2-7c1b --wait", says: "another attempt, with all that is known" },
      {
        line: 'guild-hall redispatch 0197f3a2-7c1b --fresh --note "Do not touch the parser."',
        says: "from the start",
      },
      { line: "guild-hall redispatch 0197f3a2-7c1b --max-usd 5", says: "where its money was not enough" },
    ],
    more: "The new commission has the same worker, task, project, limits, checks and dependencies. Its worker is told how the attempts before it ended, what their checks printed, what they decided and asked, and what you answered. Work that was in conflict is begun at the integration branch as it is now, with the earlier patch to bring over; other work that was not merged is begun at its branch. Whoever waits for the old one waits for the new one from then on.",
    load: () => import("../commands/redispatch.ts"),
  },
};
