// The commands that start, stop and inspect the hall: a part of the command table.
import type { Commands } from "./command.ts";
import { json } from "./options.ts";
import { pageCommands } from "./page.ts";

const demo = () => import("../commands/demo.ts");
const doctor = () => import("../commands/doctor.ts");
const hall = () => import("../commands/hall.ts");
const logs = () => import("../commands/logs.ts");

export const hallCommands: Commands = {
  demo: {
    summary: "Watch a rehearsed commission from start to end, in a throwaway home",
    parameters: [],
    options: {
      once: { type: "boolean", summary: "exit when the commission is done, instead of staying up" },
    },
    examples: [
      { line: "guild-hall demo", says: "watch, then look around; Ctrl-C removes everything" },
      { line: "guild-hall demo --once", says: "for scripts: exits 0 if the commission completed" },
    ],
    more: "The worker, its tools and the claude program are real; a script plays the model, so the demo needs no account and costs nothing.",
    load: async () => (await demo()).demo,
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
    more: "The home is ~/.guild-hall, or GUILD_HALL_HOME. The hall's workers reach Claude with the ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN that your shell has now.",
    load: async () => (await hall()).up,
  },
  ...pageCommands,
  down: {
    summary: "Stop the hall; workers at work continue",
    parameters: [],
    options: {
      stop: {
        type: "boolean",
        summary:
          "interrupt the workers too; the next up resumes them, and gives guild members their jobs anew",
      },
    },
    examples: [
      { line: "guild-hall down", says: "stops the hall and names the work that continues" },
      { line: "guild-hall down --stop", says: "stops the hall and its workers, for example before a reboot" },
    ],
    load: async () => (await hall()).down,
  },
  status: {
    summary: "Show the hall: what runs, slots, sandbox, model",
    parameters: [],
    options: { json },
    examples: [{ line: "guild-hall status", says: "exits 3 when no hall runs" }],
    load: async () => (await hall()).status,
  },
  doctor: {
    summary: "Check what this machine has and what is missing",
    parameters: [],
    options: { json },
    examples: [{ line: "guild-hall doctor", says: "each check with what to do about it" }],
    load: async () => (await doctor()).doctor,
  },
  logs: {
    summary: "Show the hall's log",
    parameters: [],
    options: { follow: { type: "boolean", short: "f", summary: "continue as the log grows" } },
    examples: [{ line: "guild-hall logs -f", says: "until Ctrl-C" }],
    load: async () => (await logs()).logs,
  },
};
