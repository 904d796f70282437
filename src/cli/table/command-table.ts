// Every command of guild-hall. Parsing, --help, completion and the guide's test all read this table.
import { seal, statuses } from "../../contract/commission/commission.ts";
import type { Command, Option, Parameter } from "./command.ts";
import { attentionCommands } from "./attention-commands.ts";
import { configCommands } from "./config-commands.ts";
import { followUpCommands } from "./follow-up-commands.ts";
import { limitOptions, memberOptions, onRed } from "./limit-options.ts";
import { memberCommands } from "./member-commands.ts";
import { memoryCommands } from "./memory-commands.ts";
import { packageCommands } from "./package-commands.ts";
import { pageCommands } from "./page-commands.ts";
import { projectCommands } from "./project-commands.ts";
import { workerCommands } from "./worker-commands.ts";
import { reviewCommands } from "./review-commands.ts";
import { rehearsalTask } from "../../rules/rehearsal/rehearsal-task.ts";

const json: Option = { type: "boolean", summary: "print one JSON document for scripts" };
const id: Parameter = { name: "id" };
const worker: Parameter = { name: "worker" };

export const commandTable: Readonly<Record<string, Command>> = {
  demo: {
    summary: "Watch a rehearsed commission from start to end, in a throwaway home",
    parameters: [],
    options: { once: { type: "boolean", summary: "leave when it is done instead of staying up" } },
    examples: [
      { line: "guild-hall demo", says: "watch, then look around; Ctrl-C removes everything" },
      { line: "guild-hall demo --once", says: "for scripts: exits 0 when it completed" },
    ],
    more: "The worker, its tools and the claude program are real; only the model is played from a script, so it needs no account and costs nothing.",
    load: () => import("../commands/demo.ts"),
  },
  up: {
    summary: "Start the hall, or find the one that runs",
    parameters: [],
    options: {
      foreground: { type: "boolean", summary: "stay attached and show the log; Ctrl-C stops the hall" },
      json,
    },
    examples: [
      { line: "guild-hall up", says: "returns once the hall is ready" },
      {
        line: "GUILD_HALL_PORT=0 guild-hall up --json",
        says: "any free port; one line with url, pid, home, tokenFile",
      },
    ],
    more: "The home is ~/.guild-hall, or GUILD_HALL_HOME. ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, as they are set now, are what the hall's workers reach Claude with.",
    load: () => import("../commands/up.ts"),
  },
  ...pageCommands,
  down: {
    summary: "Stop the hall; workers that are at work go on",
    parameters: [],
    options: {
      stop: {
        type: "boolean",
        summary: "interrupt the workers too; the next up resumes them, and guild members begin anew",
      },
    },
    examples: [
      { line: "guild-hall down", says: "stops the hall and names what goes on running" },
      { line: "guild-hall down --stop", says: "stops the hall and its workers, before a reboot say" },
    ],
    load: () => import("../commands/down.ts"),
  },
  status: {
    summary: "Show the hall: what runs, slots, sandbox, model",
    parameters: [],
    options: { json },
    examples: [{ line: "guild-hall status", says: "exits 3 when no hall runs" }],
    load: () => import("../commands/status.ts"),
  },
  doctor: {
    summary: "Check what this machine has and what is missing",
    parameters: [],
    options: { json },
    examples: [{ line: "guild-hall doctor", says: "each check with what to do about it" }],
    load: () => import("../commands/doctor.ts"),
  },
  logs: {
    summary: "Show the hall's log",
    parameters: [],
    options: { follow: { type: "boolean", short: "f", summary: "go on as it grows" } },
    examples: [{ line: "guild-hall logs -f", says: "until Ctrl-C" }],
    load: () => import("../commands/logs.ts"),
  },
  ...workerCommands,
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
      rehearsal: {
        type: "string",
        value: "FILE",
        summary: "play this script instead of asking a model",
        completes: "files",
      },
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
    load: () => import("../commands/commission.ts"),
  },
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
    load: () => import("../commands/list.ts"),
  },
  ...attentionCommands,
  show: {
    summary: "Show everything about one commission",
    parameters: [id],
    options: { json },
    examples: [{ line: "guild-hall show 0197f3a2-7c1b", says: "the first characters of an id are enough" }],
    load: () => import("../commands/show.ts"),
  },
  watch: {
    summary: "Follow one commission to its end",
    parameters: [id],
    options: { json: { type: "boolean", summary: "print one JSON line per event" } },
    examples: [{ line: "guild-hall watch 0197f3a2-7c1b", says: "Ctrl-C stops watching, not the worker" }],
    load: () => import("../commands/watch.ts"),
  },
  result: {
    summary: "Print what came back",
    parameters: [id],
    options: { json },
    examples: [{ line: "guild-hall result 0197f3a2-7c1b > report.md", says: "keep the text" }],
    load: () => import("../commands/result.ts"),
  },
  ...reviewCommands,
  cancel: {
    summary: "Cancel a commission; one that has ended stays as it is",
    parameters: [id],
    options: { reason: { type: "string", value: "TEXT", summary: "why; it stands in its ledger" }, json },
    examples: [
      { line: "guild-hall cancel 0197f3a2-7c1b", says: "its work is kept" },
      { line: 'guild-hall cancel 0197f3a2-7c1b --reason "Not needed any more"', says: "and why, for later" },
    ],
    load: () => import("../commands/cancel.ts"),
  },
  ...followUpCommands,
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
    load: () => import("../commands/delete.ts"),
  },
  clean: {
    summary: "Take away what was kept long enough: trash, raw transcripts, old logs",
    parameters: [],
    options: { "dry-run": { type: "boolean", summary: "only say what would go" }, json },
    examples: [
      { line: "guild-hall clean --dry-run", says: "what would go, and how much that is" },
      {
        line: "guild-hall clean",
        says: "removes it now; the hall does so by itself, too, but takes its time",
      },
    ],
    more: "How long things are kept stands in config.yaml under retention. Ledgers, results, artifacts and work directories are never taken away.",
    load: () => import("../commands/clean.ts"),
  },
  worktrees: {
    summary: "Show the worktrees of projects: whose they are, why they are kept, what they take",
    parameters: [],
    options: {
      prune: { type: "boolean", summary: "close what nobody needs and nothing would be lost with" },
      "dry-run": { type: "boolean", summary: "with --prune: only say what would go" },
      json,
    },
    examples: [
      { line: "guild-hall worktrees", says: "each with its commission, its branch and its size" },
      { line: "guild-hall worktrees --prune --dry-run", says: "what would go" },
      { line: "guild-hall worktrees --prune", says: "closes it; what is in no commit goes to the trash" },
    ],
    more: "A worktree that is kept goes only where everything in it is in a commit. One that no commission of this hall has is shown and never touched.",
    load: () => import("../commands/worktrees.ts"),
  },
  spend: {
    summary: "Show what was spent, day by day and by worker",
    parameters: [],
    options: {
      days: { type: "string", value: "N", summary: "today and the days before it, N in all (default: 14)" },
      json,
    },
    examples: [
      { line: "guild-hall spend", says: "the last two weeks; days are those of your clock" },
      { line: "guild-hall spend --days 1 --json", says: "today, for scripts" },
    ],
    more: "What guild members spend on their own account is in it. Rehearsals cost nothing, and what was deleted is no longer known.",
    load: () => import("../commands/spend.ts"),
  },
  rehearse: {
    summary: "Play a rehearsal script against a worker, in a throwaway home",
    parameters: [worker, { name: "script", completes: "files" }],
    options: {
      task: { type: "string", value: "T", summary: `the task it is given (default: "${rehearsalTask}")` },
    },
    examples: [
      {
        line: "guild-hall rehearse researcher script.yaml",
        says: "exits 1 and names the failed expectation",
      },
      {
        line: 'guild-hall rehearse researcher script.yaml --task "How does our retry logic work?"',
        says: "for a script that expects words of its task",
      },
    ],
    more: 'A directory "project" beside the script is copied into the worker\'s work directory.',
    load: () => import("../commands/rehearse.ts"),
  },
  ...projectCommands,
  ...memoryCommands,
  ...packageCommands,
  ...memberCommands,
  ...configCommands,
  completion: {
    summary: "Print a completion script for your shell",
    parameters: [{ name: "shell", values: ["bash", "zsh", "fish"] }],
    options: {},
    examples: [
      {
        line: "source <(guild-hall completion bash)",
        says: "for this shell; put it into ~/.bashrc to keep it",
      },
      { line: "guild-hall completion fish > ~/.config/fish/completions/guild-hall.fish", says: "for fish" },
    ],
    load: () => import("../commands/completion.ts"),
  },
};
