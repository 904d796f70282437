// Holds the state of one attempt at a run (a "bench") while a workbench process carries it out. The state is the
// journal, the facts on record so far, and the working time.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import { z } from "zod";
import type { Clock } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { ProcessIdentity } from "../../host/processes/processes.ts";
import { type Journal, openJournal } from "../../store/ledger/journal.ts";
import { heardMs } from "../../rules/course/work-time.ts";
import type { BenchKind, BenchTypes, FactBodyOf, FactOf } from "./bench-kind.ts";
import { startWorkClock, type WorkClock } from "./work-clock.ts";

export interface BenchOf<B extends BenchTypes> extends BenchRef<B["id"]>, WorkClock {
  /** The run as it was when this bench was opened. */
  state: B["state"];
  layout: B["layout"];
  /** True if an earlier process worked at this same bench and left its journal open. */
  isReopened: boolean;
  /**
   * Returns what is on record now: the run when this bench was opened, and the facts that this process has
   * added.
   */
  known(): B["record"];
  /**
   * Returns true if the run has read untrusted text (such as a web page), at this bench or an earlier one.
   */
  isTainted(): boolean;
  /** Appends a fact. When it resolves, the fact is durable and the hall has been nudged. */
  record(body: FactBodyOf<B>): Promise<void>;
}

export interface OpenBenchDeps<Id extends string> {
  clock: Clock;
  disk: Disk;
  self: ProcessIdentity;
  version: string;
  /** Tells the hall that the journal has grown. */
  nudge(id: Id): void;
}

export type BenchOpening<B extends BenchTypes> = BenchRef<B["id"]> & Pick<BenchOf<B>, "layout" | "state">;

/**
 * Opens the journal, or continues one that an earlier process left open. Returns `null` if the journal already says how
 * the session ended.
 */
export async function openBench<B extends BenchTypes>(
  deps: OpenBenchDeps<B["id"]> & { kind: BenchKind<B> },
  opening: BenchOpening<B>,
): Promise<BenchOf<B> | null> {
  const { kind } = deps;
  const { layout, bench, id } = opening;
  const place = { path: layout.journal(bench), blobs: layout.blobs, schema: kind.fact };
  const { journal, events }: { journal: Journal<FactBodyOf<B>, FactOf<B>>; events: FactOf<B>[] } =
    await openJournal(deps, place);
  if (events.at(-1)?.type === "session.ended") return null;
  const state = caughtUp(kind, opening, events);
  let known = kind.recordOf(state);
  let { tainted } = known;
  const record = async (body: FactBodyOf<B>) => {
    holdToShape(kind, body);
    tainted ||= kind.isTainting(body);
    for (const { seq, at } of await journal.append([body]))
      known = kind.learn(known, { ...body, bench, benchSeq: seq, at });
    deps.nudge(id);
  };
  const { pid, startTime, bootId } = deps.self;
  const workedMs = heardMs(known);
  await record({ type: "bench.started", pid, startTime, bootId, version: deps.version });
  return {
    ...opening,
    ...startWorkClock(deps.clock, workedMs),
    state,
    isReopened: events.length > 0,
    record,
    known: () => known,
    isTainted: () => tainted,
  };
}

/** Throws on a malformed fact, because one unreadable line would make the whole journal unreadable. */
function holdToShape<B extends BenchTypes>({ factBody }: BenchKind<B>, body: FactBodyOf<B>): void {
  const checked = factBody.safeParse(body);
  if (!checked.success)
    throw new Error(
      `A fact of the type ${body.type} does not fit its shape: ${z.prettifyError(checked.error)}`,
    );
}

/** Returns the state with those of the journal's facts that the hall has not copied into its ledger yet. */
function caughtUp<B extends BenchTypes>(
  kind: BenchKind<B>,
  { state, bench }: BenchOpening<B>,
  events: readonly FactOf<B>[],
): B["state"] {
  return events.reduce<B["state"]>(
    (known, each) => kind.take(known, { ...each, bench, benchSeq: each.seq }),
    state,
  );
}
