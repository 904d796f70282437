// The commands about workers: the list of all, one in detail, and their rehearsals.
import type { Commands } from "./command.ts";
import { json } from "./options.ts";

const workers = () => import("../commands/workers.ts");

export const workerCommands: Commands = {
  workers: {
    summary: "List the workers that you can commission, or show one of them",
    parameters: [{ name: "name", optional: true }],
    options: { json },
    examples: [
      { line: "guild-hall workers", says: "names, tools and limits" },
      {
        line: "guild-hall workers researcher",
        says: "also its record, its memory and its posture",
      },
    ],
    load: async () => (await workers()).workers,
  },
  models: {
    summary: "List the models with their prices, and the defaults that are set",
    parameters: [],
    options: { json },
    examples: [
      { line: "guild-hall models", says: "what each costs, and which one is used where" },
      { line: "guild-hall config set model claude-sonnet-5-5", says: "sets the default of the hall" },
    ],
    more: "The first of these that names a model decides: the commission (--model), workers.NAME.model, projects.NAME.model, model, the worker's package. The hall decides when it accepts the commission.",
    load: async () => (await workers()).models,
  },
  rehearsals: {
    summary: "List the rehearsals that come with the workers, to try without an account",
    parameters: [],
    options: { json },
    examples: [{ line: "guild-hall rehearsals", says: "each with its worker, its task and its script" }],
    more: "If you send such a script unchanged, its worker finds the sample project of the script in its work directory.",
    load: async () => (await workers()).rehearsals,
  },
};
