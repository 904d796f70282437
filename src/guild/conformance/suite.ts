// Lists all conformance checks of guild members in the order in which they run. Checks that start no job come
// first, then checks that run while one job takes the only slot, then checks of the finished job, then checks
// after a crash. The finished job is deleted last.
import type { ConformanceCheck } from "./check.ts";
import { artifactChecks } from "./areas/artifacts.ts";
import { cancellingChecks } from "./areas/cancelling.ts";
import { deletingChecks } from "./areas/deleting.ts";
import { dispatchingChecks } from "./areas/dispatching.ts";
import { deleteFinished, finishedChecks } from "./areas/finished.ts";
import { guardChecks } from "./areas/guard.ts";
import { handshakeChecks } from "./areas/handshake.ts";
import { hostileIdChecks } from "./areas/hostile-ids.ts";
import { idChecks } from "./areas/ids.ts";
import { listingChecks } from "./areas/listing.ts";
import { refusalChecks } from "./areas/refusals.ts";
import { restartingChecks } from "./areas/restarting.ts";
import { rpcChecks } from "./areas/rpc.ts";
import { runningChecks } from "./areas/running.ts";

export const suite: readonly ConformanceCheck[] = [
  ...handshakeChecks,
  ...rpcChecks,
  ...idChecks,
  ...guardChecks,
  ...refusalChecks,
  ...hostileIdChecks,
  ...listingChecks,
  ...dispatchingChecks,
  ...cancellingChecks,
  ...deletingChecks,
  ...runningChecks,
  ...artifactChecks,
  ...finishedChecks,
  ...restartingChecks,
  deleteFinished,
];
