// The commands that hand work over and follow it to its end: a part of the command table.
import { landMode } from "../../contract/project/land-settings.ts";
import type { Commands } from "./command.ts";
import {
  fileOption,
  id,
  json,
  limitOptions,
  memberOptions,
  onRed,
  rehearsalOption,
  worker,
} from "./options.ts";

const handOver = () => import("../commands/hand-over.ts");

export const handOverCommands = {
  commission: {
    summary: "Hand over a commission and print its id",
    parameters: [worker, { name: "task" }],
    options: {
      title: { type: "string", value: "T", summary: "a short name; by default the task's first line" },
      project: {
        type: "string",
        value: "P",
        summary: "the project it belongs to, by its name in config.yaml",
      },
      ...fileOption,
      ...rehearsalOption,
      ...limitOptions,
      ...memberOptions,
      label: { type: "string", value: "L", summary: "a label; may be given several times", multiple: true },
      after: {
        type: "string",
        value: "ID|PATH",
        summary: "start once this commission is done, or this document exists; may be given several times",
        multiple: true,
      },
      check: {
        type: "string",
        value: "CMD",
        summary: "run this command on the finished work, to verify or refute it; may be given several times",
        multiple: true,
      },
      "check-minutes": { type: "string", value: "M", summary: "end each --check after M minutes" },
      land: {
        type: "string",
        value: "WHERE",
        summary: "where its finished work goes, instead of where its project says",
        values: landMode.options,
      },
      "keep-worktree": { type: "boolean", summary: "keep its worktree after it has ended" },
      ...onRed,
      wait: {
        type: "boolean",
        summary: "follow it to the end; exits 4 if it did not complete, was refuted or is in conflict",
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
        says: "a script plays the model",
      },
      {
        line: 'guild-hall commission implementer "Fix what the picture shows" --file error.png --file log.txt',
        says: "attaches files that its worker can read",
      },
      {
        line: 'guild-hall commission writer "Write it up" --after 0197f3a2-7c1b',
        says: "starts once the other commission is done",
      },
      {
        line: 'guild-hall commission implementer "Add --json" --project acme --land review',
        says: "its work waits until you accept it",
      },
    ],
    more: "A worker is a package or a guild member. If both have the same name, as researcher has after the first use of the member, write package:NAME or member:NAME. --project, --check, --land, --keep-worktree and --tool are for packages, because a guild member gets no repository and has its own tools.",
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
    summary: "Continue an ended commission in a new one, and print its id",
    parameters: [id],
    options: {
      fresh: {
        type: "boolean",
        summary: "begin with the project as it is now, without the files or the patch of the old commission",
      },
      ...onRed,
      note: { type: "string", value: "TEXT", summary: "a message to the worker" },
      ...fileOption,
      rehearsal: {
        type: "string",
        value: "FILE",
        summary: "play this script; by default the old commission's, if it had one",
        completes: "files",
      },
      ...limitOptions,
      ...memberOptions,
      wait: { type: "boolean", summary: "follow it to the end; exits 4 as `commission --wait` does" },
      json,
    },
    examples: [
      {
        line: "guild-hall redispatch 0197f3a2-7c1b --wait",
        says: "another attempt, which knows how the earlier ones ended",
      },
      {
        line: 'guild-hall redispatch 0197f3a2-7c1b --fresh --note "Do not touch the parser."',
        says: "starts over",
      },
      { line: "guild-hall redispatch 0197f3a2-7c1b --max-usd 5", says: "with a larger budget" },
    ],
    more: "The new commission has the same worker, task, project, limits, checks and dependencies. The hall tells its worker how the earlier attempts ended, what their checks printed, what they decided and asked, and what you answered. If the old work is in conflict, the new commission begins at the integration branch as it is now, and its worker gets the earlier patch to bring over. If the old work was not merged for another reason, the new commission begins at the old branch. Commissions that wait for the old one wait for the new one from then on.",
    load: async () => (await handOver()).redispatch,
  },
} satisfies Commands;
