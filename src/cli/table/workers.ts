// The commands about workers: the list of all, one in detail, and their rehearsals.
import type { Commands } from "./command.ts";
import { json } from "./options.ts";

const prompt = () => import("../commands/prompt.ts");
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
  prompt: {
    summary: "Show exactly what a worker would be told and given, without asking a model",
    parameters: [{ name: "worker" }],
    options: {
      project: { type: "string", value: "P", summary: "as for a commission of this project" },
      task: {
        type: "string",
        value: "T",
        summary: "with this task (-: standard input), in place of a sentence that stands for it",
      },
      model: { type: "string", value: "M", summary: "with this model" },
      json,
    },
    examples: [
      {
        line: "guild-hall prompt implementer --project acme",
        says: "prompt, tools, memory, instructions and sizes",
      },
      { line: "guild-hall prompt researcher --json", says: "for scripts, with the request byte for byte" },
    ],
    more: "A session begins as a commission's does, with the packages, the sandbox and claude; its first request is kept, and reaches no model. It takes a second or two and costs nothing.",
    load: async () => (await prompt()).prompt,
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
