// What stands open while somebody carries out a commission: its journal, what is known by now, and the time at work.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import { z } from "zod";
import { type Fact, type FactBody, fact, factBody } from "../../contract/commission/facts.ts";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Clock } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { ProcessIdentity } from "../../host/processes/processes.ts";
import { type Journal, openJournal } from "../../store/ledger/journal.ts";
import { evolve } from "../../rules/commission/evolve.ts";
import { heardMs, learn } from "../../rules/commission/learn.ts";
import type { Commission, Dossier } from "../../rules/commission/state.ts";
import { bringsStrangersWords } from "../../rules/project/taint.ts";
import { startWorkClock, type WorkClock } from "./work-clock.ts";

export interface Bench extends BenchRef, WorkClock {
  /** As it was found. */
  commission: Commission;
  layout: CommissionLayout;
  /** Somebody has been at this very bench before, and left its journal open. */
  isReopened: boolean;
  /** What is on record by now: the commission as it was found, and what this workbench has added. */
  known(): Dossier;
  /** Whether the run has read words of strangers by now, at this workbench or at an earlier one. */
  isTainted(): boolean;
  /** Durable, and the hall told of it, when it resolves. */
  record(body: FactBody): Promise<void>;
}

export interface OpenBenchDeps {
  clock: Clock;
  disk: Disk;
  self: ProcessIdentity;
  version: string;
  /** Tells the hall that the journal has grown. */
  nudge(id: CommissionId): void;
}

export type Opening = BenchRef & Pick<Bench, "layout" | "commission">;

/** null: its journal says already how its session ended. One that was left open is gone on with. */
export async function openBench(deps: OpenBenchDeps, opening: Opening): Promise<Bench | null> {
  const { layout, bench, id } = opening;
  const place = { path: layout.journal(bench), blobs: layout.blobs, schema: fact };
  const { journal, events }: { journal: Journal<FactBody, Fact>; events: Fact[] } = await openJournal(
    deps,
    place,
  );
  if (events.at(-1)?.type === "session.ended") return null;
  const commission = caughtUp(opening, events);
  let known = commission.record;
  let { tainted } = known;
  const record = async (body: FactBody) => {
    holdToShape(body);
    tainted ||= bringsStrangersWords(body);
    for (const { seq, at } of await journal.append([body]))
      known = learn(known, { ...body, bench, benchSeq: seq, at });
    deps.nudge(id);
  };
  const { pid, startTime, bootId } = deps.self;
  const workedMs = heardMs(known);
  await record({ type: "bench.started", pid, startTime, bootId, version: deps.version });
  return {
    ...opening,
    ...startWorkClock(deps.clock, workedMs),
    commission,
    isReopened: events.length > 0,
    record,
    known: () => known,
    isTainted: () => tainted,
  };
}

/** A line that could not be read again would make the whole journal unreadable. */
function holdToShape(body: FactBody): void {
  const checked = factBody.safeParse(body);
  if (!checked.success)
    throw new Error(
      `A fact of the type ${body.type} is not as it should be: ${z.prettifyError(checked.error)}`,
    );
}

/** With what the journal says and the hall has not taken over yet. */
function caughtUp({ commission, bench }: Opening, events: readonly Fact[]): Commission {
  return events.reduce(
    (known, each) => evolve(known, { ...each, bench, benchSeq: each.seq }) ?? known,
    commission,
  );
}
