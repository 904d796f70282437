// What workers are called on the page: as everywhere. Pure.
export { bareName, isMember, workerShown, workerToldApart } from "../../src/rules/worker-name.ts";
