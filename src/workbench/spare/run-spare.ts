// Runs a spare: a workbench that gets ready before it knows its commission. It ends when the hall closes the stream of
// orders, which also happens if the hall dies.
import { commissionLayout } from "../../contract/home/home-layout.ts";
import { type SpareOrder, spareOrder, type SpareSettings } from "../../contract/home/spare.ts";
import { messageOf } from "../../base/text/message-of.ts";
import { unlessAborted } from "../../base/async/unless-aborted.ts";
import type { ParentOrders } from "../../host/processes/orders.ts";
import { probeFrom } from "../sandbox/probe-here.ts";
import type { WorkbenchDeps } from "../work/deps.ts";
import { runWorkbench } from "../work/run.ts";
import { expectedGrant } from "./expected-grant.ts";
import { layoutIn, park, type Parked } from "./park.ts";

export interface SpareDeps {
  orders: ParentOrders;
  /** The dependencies while there is no commission, without a credential. */
  waiting: WorkbenchDeps;
  /** Returns the dependencies for a commission, with the configuration as it is now. */
  wire(order: SpareOrder): Promise<WorkbenchDeps>;
  /** Makes a directory the working directory of this process. */
  enter(directory: string): void;
}

export interface SpareStart {
  directory: string;
  settings: SpareSettings;
}

/** Returns the exit code of the process. */
export async function runSpare(deps: SpareDeps, { directory, settings }: SpareStart): Promise<number> {
  const { orders, waiting } = deps;
  const ordered = unlessAborted(orders.next(), { signal: waiting.stopping, left: () => null });
  ordered.catch(() => undefined); // awaited below
  const parked = await parkFor(waiting, { directory, settings }).catch((error: unknown) =>
    waiting.print(`This spare has no claude ready: ${messageOf(error)}`),
  );
  if (parked && !(await parked.mounted())) await parked.discard();
  const order = await ordered.then(
    (value) => (value === null ? null : spareOrder.parse(value)),
    () => null,
  );
  orders.close();
  if (order === null) {
    await parked?.discard();
    await waiting.disk.removeTree(directory);
    return 0;
  }
  return carryOut(deps, { order, parked: parked ?? null, directory });
}

async function parkFor(deps: WorkbenchDeps, { directory, settings }: SpareStart): Promise<Parked> {
  const { sandbox, work, firstRequest } = settings;
  const probe = probeFrom(sandbox);
  const grant = await expectedGrant(deps, work, probe);
  const { credential } = work;
  if (firstRequest !== null) deps.print("claude is sent the request that the sessions before began with.");
  return park(deps, { layout: layoutIn(directory), grant, credential, probe, shown: [], firstRequest });
}

interface Claim {
  order: SpareOrder;
  parked: Parked | null;
  directory: string;
}

/** Carries out the commission as every workbench does, with the parts that are ready. */
async function carryOut(deps: SpareDeps, { order, parked, directory }: Claim): Promise<number> {
  const own = await deps.wire(order);
  const { commission: id, bench } = order;
  const layout = commissionLayout(own.home, id);
  deps.enter(layout.directory);
  const code = await runWorkbench({ ...own, ...parked?.parts(own) }, { id, bench });
  await parked?.discard();
  await own.disk.removeTree(directory);
  return code;
}
