// Holds the state of one attempt at a commission (a "bench") while a workbench process carries it out. The
// state is the journal, the facts on record so far, and the working time.
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
import { heardMs } from "../../rules/course/work-time.ts";
import { learn } from "../../rules/commission/learn.ts";
import type { Commission, CommissionRecord } from "../../rules/commission/state.ts";
import { bringsStrangersWords } from "../../rules/project/taint.ts";
import { startWorkClock, type WorkClock } from "./work-clock.ts";

export interface Bench extends BenchRef, WorkClock {
  /** The commission as it was when this bench was opened. */
  commission: Commission;
  layout: CommissionLayout;
  /** True if an earlier process worked at this same bench and left its journal open. */
  isReopened: boolean;
  /**
   * Returns what is on record now: the commission when this bench was opened, and the facts that this process has
   * added.
   */
  known(): CommissionRecord;
  /**
   * Returns true if the run has read untrusted text (such as a web page), at this bench or an earlier one.
   */
  isTainted(): boolean;
  /** Appends a fact. When it resolves, the fact is durable and the hall has been nudged. */
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

export type BenchOpening = BenchRef & Pick<Bench, "layout" | "commission">;

/**
 * Opens the journal, or continues one that an earlier process left open. Returns `null` if the journal already says how
 * the session ended.
 */
export async function openBench(deps: OpenBenchDeps, opening: BenchOpening): Promise<Bench | null> {
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

/** Throws on a malformed fact, because one unreadable line would make the whole journal unreadable. */
function holdToShape(body: FactBody): void {
  const checked = factBody.safeParse(body);
  if (!checked.success)
    throw new Error(
      `A fact of the type ${body.type} does not fit its shape: ${z.prettifyError(checked.error)}`,
    );
}

/** Returns the commission with those of the journal's facts that the hall has not copied into its ledger yet. */
function caughtUp({ commission, bench }: BenchOpening, events: readonly Fact[]): Commission {
  return events.reduce(
    (known, each) => evolve(known, { ...each, bench, benchSeq: each.seq }) ?? known,
    commission,
  );
}
