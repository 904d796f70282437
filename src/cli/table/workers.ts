// The commands about workers: the list of all, one in detail, and their rehearsals.
import type { Commands } from "./command.ts";
import { json } from "./options.ts";

const workers = () => import("../commands/workers.ts");

export const workerCommands: Commands = {
  workers: {
    summary: "List who can be commissioned, or show one of them",
    parameters: [{ name: "name", optional: true }],
    options: { json },
    examples: [
      { line: "guild-hall workers", says: "names, tools and limits" },
      {
        line: "guild-hall workers researcher",
        says: "also how its work came out, what it remembers and is told",
      },
    ],
    load: async () => (await workers()).workers,
  },
  rehearsals: {
    summary: "List the rehearsals that come with the workers: what can be tried without an account",
    parameters: [],
    options: { json },
    examples: [{ line: "guild-hall rehearsals", says: "each with its worker, its task and its script" }],
    more: "A script that is sent as it is finds the sample project that it is about in its work directory.",
    load: async () => (await workers()).rehearsals,
  },
};
