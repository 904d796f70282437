// The commands of a commission's life, from its hand-over to its deletion: a part of the command table.
import { seal, statuses } from "../../contract/commission/commission.ts";
import { attentionCommands } from "./attention.ts";
import type { Commands } from "./command.ts";
import { id, json } from "./options.ts";
import { handOverCommands } from "./hand-over.ts";
import { reviewCommands } from "./review.ts";

const commission = () => import("../commands/commission.ts");

export const commissionCommands: Commands = {
  commission: handOverCommands.commission,
  list: {
    summary: "List commissions, newest first",
    parameters: [],
    options: {
      status: { type: "string", value: "S", summary: "only these", values: statuses },
      trust: { type: "string", value: "T", summary: "only results with this seal", values: seal.options },
      worker: { type: "string", value: "W", summary: "only this worker's" },
      project: { type: "string", value: "P", summary: "only this project's" },
      label: { type: "string", value: "L", summary: "only those that carry this label" },
      since: {
        type: "string",
        value: "TIME",
        summary: "only those that have not ended, or ended since then",
      },
      filter: { type: "string", value: "GLOB", summary: "only titles that match; * matches anything" },
      json,
    },
    examples: [
      { line: "guild-hall list --status in_progress", says: "what runs now" },
      {
        line: "guild-hall list --trust verified",
        says: "what passed every check that you set, and is merged",
      },
      { line: "guild-hall list --since 12h", says: "what is open, and what came back in the night" },
      { line: "guild-hall list --filter '*oauth*'", says: "by title; case does not matter" },
    ],
    load: async () => (await commission()).list,
  },
  ...attentionCommands,
  show: {
    summary: "Show everything about one commission",
    parameters: [id],
    options: { json },
    examples: [{ line: "guild-hall show 0197f3a2-7c1b", says: "the first characters of an id are enough" }],
    load: async () => (await commission()).show,
  },
  watch: handOverCommands.watch,
  ...reviewCommands,
  cancel: {
    summary: "Cancel a commission; one that has ended stays as it is",
    parameters: [id],
    options: { reason: { type: "string", value: "TEXT", summary: "why; it stands in its ledger" }, json },
    examples: [
      { line: "guild-hall cancel 0197f3a2-7c1b", says: "its work is kept" },
      { line: 'guild-hall cancel 0197f3a2-7c1b --reason "Not needed any more"', says: "and why, for later" },
    ],
    load: async () => (await commission()).cancel,
  },
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
    load: async () => (await commission()).answer,
  },
  redispatch: handOverCommands.redispatch,
  delete: {
    summary: "Delete a completed or cancelled commission for good",
    parameters: [id],
    options: {
      "failed-too": { type: "boolean", summary: "also a failed one, which goes to the trash" },
      json,
    },
    examples: [
      { line: "guild-hall delete 0197f3a2-7c1b", says: "its directory is removed" },
      { line: "guild-hall delete 0197f3a2-7c1b --failed-too", says: "a failed one: moved to the trash" },
    ],
    load: async () => (await commission()).remove,
  },
};
