// Shows what a worker would be told, without asking a model. The session begins as that of a commission does, with the
// code of the packages, the sandbox and `claude` itself. Its gateway keeps the first request and answers none.
import type { PreviewOrder } from "../../contract/home/prompt-order.ts";
import { commissionLayout } from "../../contract/home/home-layout.ts";
import { messageOf } from "../../base/text/message-of.ts";
import { timestamp } from "../../host/clock.ts";
import { learn } from "../../rules/commission/learn.ts";
import { fold } from "../../rules/commission/evolve.ts";
import type { Bench } from "../bench/bench.ts";
import { startWorkClock } from "../bench/work-clock.ts";
import type { WorkbenchDeps } from "../work/deps.ts";
import { makeReady } from "../work/ready.ts";
import { runSession } from "../work/run-session.ts";
import { layStandIn } from "./stand-in.ts";

export interface PreviewStart {
  /** Holds everything that is written, and is removed by the hall. */
  directory: string;
  order: PreviewOrder;
}

/** Returns the exit code of the process. The record, or the problem, is in the directory. */
export async function runPreview(deps: WorkbenchDeps, { directory, order }: PreviewStart): Promise<number> {
  try {
    const why = await preview(deps, { directory, order });
    if (why === null) return 0;
    await leaveProblem(deps, directory, why);
  } catch (error) {
    await leaveProblem(deps, directory, messageOf(error));
  }
  return 1;
}

function leaveProblem({ disk }: WorkbenchDeps, directory: string, message: string): Promise<void> {
  return disk.replaceUnsynced(`${directory}/problem.json`, JSON.stringify({ message }));
}

/** Returns why there is no record; `null` if there is one. */
async function preview(deps: WorkbenchDeps, { directory, order }: PreviewStart): Promise<string | null> {
  const commission = fold(order.events);
  if (commission === null) throw new Error("There is no commission to show the prompt of.");
  const { record } = commission;
  const { id } = record.request;
  const own: WorkbenchDeps = {
    ...deps,
    // The directory stands in for that of all commissions: nothing is written elsewhere.
    home: { ...deps.home, commissions: directory },
    config: { ...deps.config, spares: 0 },
    model: () => ({ mode: "withheld", credential: order.credential }),
    appendTranscript: () => undefined,
  };
  const layout = commissionLayout(own.home, id);
  const readiness = await makeReady(own, record);
  if (!readiness.ok) throw readiness.error;
  const { ready } = readiness;
  await layStandIn(own.disk, {
    directory: layout.directory,
    isRepository: record.tree !== null,
    ...ready.probe,
  });
  const bench = forgettingBench(own, { commission, layout });
  const { end } = await runSession(own, bench, { ...ready, shown: async () => [] });
  if ((await own.disk.readText(layout.told(bench.bench))) !== undefined) return null;
  return "message" in end ? end.message : `The session ended (${end.how}) before it asked its model.`;
}

/** Returns a bench whose facts count as on any other, for example as words of strangers, and are written nowhere. */
function forgettingBench(
  { clock }: Pick<WorkbenchDeps, "clock">,
  { commission, layout }: Pick<Bench, "commission" | "layout">,
): Bench {
  const { bench, request } = commission.record;
  let known = commission.record;
  let benchSeq = 0;
  return {
    id: request.id,
    bench,
    layout,
    commission,
    isReopened: false,
    known: () => known,
    isTainted: () => known.tainted,
    record: async (body) => {
      benchSeq += 1;
      known = learn(known, { ...body, bench, benchSeq, at: timestamp(clock) });
    },
    ...startWorkClock(clock),
  };
}
