// The commands that decide what becomes of finished work: a part of the command table.
import type { Commands, Option } from "./command.ts";
import { fileOption, id, json, rehearsalOption } from "./options.ts";

const landing = () => import("../commands/landing.ts");

const noWait: Readonly<Record<string, Option>> = {
  "no-wait": {
    type: "boolean",
    summary: "only ask for it, and do not wait until the hall has checked the result",
  },
};

const checkedFirst =
  "The hall runs the checks on the result before it moves the integration branch. If they fail, or the work is in conflict, nothing moves: the command prints the evidence and exits 4.";

export const landingCommands: Commands = {
  review: {
    summary: "List finished work that is not yet on your branch, and what you can do with it",
    parameters: [],
    options: {
      project: { type: "string", value: "P", summary: "only work on this project" },
      seen: { type: "boolean", summary: "also list what you have ticked as seen" },
      json,
    },
    examples: [
      { line: "guild-hall review", says: "first the work that waits for your decision" },
      { line: "guild-hall review --project acme --seen", says: "of one project, with what you have seen" },
    ],
    more: '"guild-hall review" accept, send-back, reject and seen act on one work. At the end the list says which projects have work that is merged and not yet on your branch: "guild-hall take" brings it there.',
    load: async () => (await landing()).review,
  },
  "review accept": {
    summary: "Accept finished work: the hall checks its merge, and merges it if the checks pass",
    parameters: [id],
    options: { ...noWait, json },
    examples: [
      { line: "guild-hall review accept 0197f3a2-7c1b", says: "exits 4 if it stopped, with the evidence" },
      { line: "guild-hall review accept 0197f3a2-7c1b --no-wait", says: "goes on without you" },
    ],
    more: checkedFirst,
    load: async () => (await landing()).accept,
  },
  "review send-back": {
    summary: "Send finished work back with comments: a new commission continues it",
    parameters: [id],
    options: {
      note: { type: "string", value: "TEXT", summary: "a message to the worker about all of the work" },
      comment: {
        type: "string",
        value: "FILE:LINE: TEXT",
        summary: "a comment on a line; may be given several times",
        multiple: true,
      },
      comments: {
        type: "string",
        value: "FILE|-",
        summary: "comments from a JSON file, or from standard input",
        completes: "files",
      },
      ...fileOption,
      ...rehearsalOption,
      wait: { type: "boolean", summary: "follow the new commission; exits 4 as `commission --wait` does" },
      json,
    },
    examples: [
      {
        line: 'guild-hall review send-back 0197f3a2-7c1b --note "Keep the old flag."',
        says: "prints the id of the commission that continues it",
      },
      {
        line: 'guild-hall review send-back 0197f3a2-7c1b --comment "src/main.ts:12: Use the logger here."',
        says: "line 12 as the work has it; -12 is line 12 as it was before",
      },
      {
        line: 'guild-hall review send-back 0197f3a2-7c1b --comment "README.md: Mention the flag."',
        says: "a comment on the whole file",
      },
      { line: "guild-hall review send-back 0197f3a2-7c1b --comments notes.json", says: "many of them" },
    ],
    more: 'The hall gives the worker each comment with the code that it stands on, and the worker says for each what it did: done, in part, or declined with a reason. "guild-hall show" lists the answers, also the comments that the worker left out. The JSON is a list of objects with path, text and, if you like, line, side ("new" or "old") and code.',
    load: async () => (await landing()).sendBack,
  },
  "review reject": {
    summary: "Reject finished work: it stays on its branch; if it is merged, its merge is undone",
    parameters: [id],
    options: {
      reason: { type: "string", value: "TEXT", summary: "the reason, which its ledger keeps" },
      ...noWait,
      json,
    },
    examples: [
      {
        line: 'guild-hall review reject 0197f3a2-7c1b --reason "We no longer need it."',
        says: "the hall keeps its branch",
      },
    ],
    more: 'Work that is merged already is undone, as "guild-hall undo" does it.',
    load: async () => (await landing()).reject,
  },
  "review seen": {
    summary: "Tick finished work as seen, so that it leaves the list",
    parameters: [id],
    options: { undo: { type: "boolean", summary: "take the tick back" }, json },
    examples: [
      { line: "guild-hall review seen 0197f3a2-7c1b", says: "changes nothing else" },
      { line: "guild-hall review seen 0197f3a2-7c1b --undo", says: "it is in the list again" },
    ],
    load: async () => (await landing()).seen,
  },
  undo: {
    summary: "Undo the merge of one commission with a commit that reverts it",
    parameters: [id],
    options: { ...noWait, json },
    examples: [
      { line: "guild-hall undo 0197f3a2-7c1b", says: "exits 4 if it stopped, and names what stands on it" },
    ],
    more: `${checkedFirst} If later work changed the same files, the command names it. Undoing changes the integration branch and not yours.`,
    load: async () => (await landing()).undo,
  },
};
