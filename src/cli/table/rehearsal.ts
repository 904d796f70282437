// The command that plays a script against a worker: a part of the command table.
import { rehearsalTask } from "../../rules/rehearsal/rehearsal-task.ts";
import type { Commands } from "./command.ts";
import { worker } from "./options.ts";

const rehearsal = () => import("../commands/rehearsal.ts");

export const rehearsalCommands: Commands = {
  rehearse: {
    summary: "Play a rehearsal script against a worker, in a throwaway home",
    parameters: [worker, { name: "script", completes: "files" }],
    options: {
      task: {
        type: "string",
        value: "T",
        summary: `the worker's task (default: the script's own, or "${rehearsalTask}")`,
      },
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
    more: 'If there is a directory "project" beside the script, the worker finds a copy of it in its work directory.',
    load: async () => (await rehearsal()).rehearse,
  },
};
