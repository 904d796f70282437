// The commands that hand work over and follow it to its end: a part of the command table.
import type { Commands } from "./command.ts";
import { id, json, limitOptions, memberOptions, onRed, rehearsalOption, worker } from "./options.ts";

const handOver = () => import("../commands/hand-over.ts");

export const handOverCommands = {
  commission: {
    summary: "Hand over a commission; prints its id",
    parameters: [worker, { name: "task" }],
    options: {
      title: { type: "string", value: "T", summary: "a short name; by default the task's first line" },
      project: {
        type: "string",
        value: "P",
        summary: "the project it belongs to, by its name in config.yaml",
      },
      ...rehearsalOption,
      ...limitOptions,
      ...memberOptions,
      label: { type: "string", value: "L", summary: "a label; may be given several times", multiple: true },
      after: {
        type: "string",
        value: "ID|PATH",
        summary: "start once this commission is done, or this document is there; may be given several times",
        multiple: true,
      },
      check: {
        type: "string",
        value: "CMD",
        summary: "run this on the finished work, which it decides on; may be given several times",
        multiple: true,
      },
      "check-minutes": { type: "string", value: "M", summary: "end each of these checks after M minutes" },
      "keep-worktree": { type: "boolean", summary: "leave its worktree where it is when it is over" },
      ...onRed,
      wait: {
        type: "boolean",
        summary: "follow it to the end; exits 4 unless it completed, was not refuted and is not in conflict",
      },
      json,
    },
    examples: [
      {
        line: 'guild-hall commission researcher "How does our retry logic work?" --wait',
        says: "watch it to the end",
      },
      { line: "guild-hall commission researcher - < task.md", says: "read the task from standard input" },
      {
        line: 'guild-hall commission researcher "Try it" --rehearsal script.yaml',
        says: "without a model, from a script",
      },
      {
        line: 'guild-hall commission writer "Write it up" --after 0197f3a2-7c1b',
        says: "once that one is done",
      },
    ],
    more: "A worker is a package or a guild member. Where both have the name, as researcher after the member was first used, write package:NAME or member:NAME. --project, --check, --keep-worktree and --tool are for packages: a guild member is given no repository, and its tools are its own.",
    load: async () => (await handOver()).commission,
  },
  watch: {
    summary: "Follow one commission to its end",
    parameters: [id],
    options: { json: { type: "boolean", summary: "print one JSON line per event" } },
    examples: [{ line: "guild-hall watch 0197f3a2-7c1b", says: "Ctrl-C stops watching, not the worker" }],
    load: async () => (await handOver()).watch,
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
    load: async () => (await handOver()).redispatch,
  },
} satisfies Commands;
