// What workers are called on the page: as everywhere. Pure.
export { bareName, isMember, workerShown, workerToldApart } from "../../src/rules/show/worker-name.ts";
