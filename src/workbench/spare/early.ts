// Starts `claude` for a commission while the rest of the workbench's code is still being loaded.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import { commissionLayout } from "../../contract/home/home-layout.ts";
import { messageOf } from "../../base/text/message-of.ts";
import { finishedBefore } from "../../rules/checks/proof.ts";
import { isFresh, spareWorkOf } from "../../rules/admission/spare.ts";
import { readWanted } from "../bench/run-bench.ts";
import type { WorkbenchDeps } from "../work/deps.ts";
import { expectedGrant } from "./expected-grant.ts";
import { hasShortPaths, layoutIn, park, type Parked } from "./park.ts";

/** Returns `null` if the commission has to begin in another way, or if `claude` cannot be started early. */
export async function startEarly(deps: WorkbenchDeps, ref: BenchRef): Promise<Parked | null> {
  try {
    const layout = commissionLayout(deps.home, ref.id);
    const [probe, wanted] = await Promise.all([deps.probeSandbox(), readWanted(deps, layout, ref)]);
    if (wanted === null || probe.level !== "bubblewrap") return null;
    const { record } = wanted;
    const work = spareWorkOf(record, deps.handoff.credential);
    const isWorth = isFresh(record) && finishedBefore(record) === null && record.cancel === null;
    if (work === null || !isWorth) return null;
    // In a directory of its own, because this process does not have the commission's lock yet.
    const own = layoutIn(`${layout.early}/${deps.self.pid}`);
    if (!hasShortPaths(deps, own)) return null;
    const grant = await expectedGrant(deps, work, probe);
    const { credential } = work;
    return await park(deps, {
      layout: { ...own, work: layout.work },
      grant,
      credential,
      probe,
      shown: [],
      firstRequest: null,
    });
  } catch (error) {
    // The usual start meets the same problem, and reports it.
    deps.print(`claude could not be started early: ${messageOf(error)}`);
    return null;
  }
}
