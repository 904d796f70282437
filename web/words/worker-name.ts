// Re-exports the rules for workers' names, so that the page shows the same names as the command line. Pure.
export { bareName, isMember, workerShown, workerToldApart } from "../../src/rules/show/worker-name.ts";
