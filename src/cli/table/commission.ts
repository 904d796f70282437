// The commands of a commission's life, from its hand-over to its deletion: a part of the command table.
import { seal, statuses } from "../../contract/commission/commission.ts";
import { attentionCommands } from "./attention.ts";
import type { Commands } from "./command.ts";
import { fileOption, id, json } from "./options.ts";
import { handOverCommands } from "./hand-over.ts";
import { reviewCommands } from "./review.ts";

const commission = () => import("../commands/commission.ts");

export const commissionCommands: Commands = {
  commission: handOverCommands.commission,
  list: {
    summary: "List commissions, newest first",
    parameters: [],
    options: {
      status: { type: "string", value: "S", summary: "only commissions with this status", values: statuses },
      trust: { type: "string", value: "T", summary: "only results with this seal", values: seal.options },
      worker: { type: "string", value: "W", summary: "only commissions of this worker" },
      project: { type: "string", value: "P", summary: "only commissions of this project" },
      label: { type: "string", value: "L", summary: "only commissions with this label" },
      since: {
        type: "string",
        value: "TIME",
        summary: "only commissions that have not ended, or have ended since then",
      },
      filter: { type: "string", value: "GLOB", summary: "only titles that match; * matches anything" },
      json,
    },
    examples: [
      { line: "guild-hall list --status in_progress", says: "the commissions at work" },
      {
        line: "guild-hall list --trust verified",
        says: "the work that passed every check that you set, and is merged",
      },
      {
        line: "guild-hall list --since 12h",
        says: "the open commissions, and those that ended in the last 12 hours",
      },
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
    summary: "Cancel a commission; an ended one stays as it is",
    parameters: [id],
    options: {
      reason: { type: "string", value: "TEXT", summary: "the reason, which its ledger keeps" },
      json,
    },
    examples: [
      { line: "guild-hall cancel 0197f3a2-7c1b", says: "the hall keeps its work" },
      {
        line: 'guild-hall cancel 0197f3a2-7c1b --reason "Not needed any more"',
        says: "with the reason, for later",
      },
    ],
    load: async () => (await commission()).cancel,
  },
  answer: {
    summary: "Answer a worker's question, even after its commission has ended",
    parameters: [id, { name: "number" }, { name: "text" }],
    options: { ...fileOption, json },
    examples: [
      { line: 'guild-hall answer 0197f3a2-7c1b 1 "Only the public API."', says: "its first question" },
      {
        line: "guild-hall answer 0197f3a2-7c1b 2 - < answer.md",
        says: "read the answer from standard input",
      },
      {
        line: 'guild-hall answer 0197f3a2-7c1b 1 "It should look like this." --file sketch.png',
        says: "its worker finds the file at once, if it is at work",
      },
    ],
    more: '"guild-hall show ID" lists the questions with their numbers. A worker never waits for an answer: it hears it in its next request if it is at work, and when it continues if it is not. After its end, the hall gives the answer to the worker of the next attempt, after "guild-hall redispatch ID". If you answer a question several times, the last answer counts.',
    load: async () => (await commission()).answer,
  },
  tell: {
    summary: "Say something to a commission while it is under way",
    parameters: [id, { name: "text" }],
    options: { json },
    examples: [
      {
        line: 'guild-hall tell 0197f3a2-7c1b "Use the v2 endpoint, v1 goes away"',
        says: "its worker hears it in its next request to the model",
      },
      { line: "guild-hall tell 0197f3a2-7c1b - < note.md", says: "read the note from standard input" },
    ],
    more: 'The worker is not interrupted, and its limits stay as they are. If it does not run at the moment, it hears the note when it continues. "guild-hall show ID" says which notes it has heard. What it has not heard when it ends, the worker of the next attempt is told, after "guild-hall redispatch ID".',
    load: async () => (await commission()).tell,
  },
  redispatch: handOverCommands.redispatch,
  delete: {
    summary: "Delete a completed or cancelled commission for good",
    parameters: [id],
    options: {
      "failed-too": {
        type: "boolean",
        summary: "also delete a failed commission, which then goes to the trash",
      },
      json,
    },
    examples: [
      { line: "guild-hall delete 0197f3a2-7c1b", says: "removes its directory" },
      {
        line: "guild-hall delete 0197f3a2-7c1b --failed-too",
        says: "moves a failed commission to the trash",
      },
    ],
    load: async () => (await commission()).remove,
  },
};
