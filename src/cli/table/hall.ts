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
    options: { once: { type: "boolean", summary: "leave when it is done instead of staying up" } },
    examples: [
      { line: "guild-hall demo", says: "watch, then look around; Ctrl-C removes everything" },
      { line: "guild-hall demo --once", says: "for scripts: exits 0 when it completed" },
    ],
    more: "The worker, its tools and the claude program are real; only the model is played from a script, so it needs no account and costs nothing.",
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
    more: "The home is ~/.guild-hall, or GUILD_HALL_HOME. ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, as they are set now, are what the hall's workers reach Claude with.",
    load: async () => (await hall()).up,
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
    options: { follow: { type: "boolean", short: "f", summary: "go on as it grows" } },
    examples: [{ line: "guild-hall logs -f", says: "until Ctrl-C" }],
    load: async () => (await logs()).logs,
  },
};
