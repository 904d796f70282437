// Names workers on the page as everywhere else. Pure.
export { bareName, isMember, workerShown, workerToldApart } from "../../src/rules/show/worker-name.ts";
