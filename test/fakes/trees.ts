// A hall without projects: nobody asks for a tree.
import type { DispatchDeps } from "../../src/dispatch/deps.ts";

const none = () => Promise.reject(new Error("This hall has no projects."));

export const noTrees: DispatchDeps["trees"] = {
  plan: async () => ({ ok: false, message: "This hall has no projects." }),
  commit: none,
  prepareMerge: none,
  merge: none,
  close: none,
  inTurn: (_project, task) => task(),
  hasDocument: async () => false,
};
