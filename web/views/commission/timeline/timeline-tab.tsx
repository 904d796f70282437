// Shows the timeline of a commission, live, from the task to how it ended.
import { useEffect, useRef, useState } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { Button } from "../../../parts/button.tsx";
import { Empty } from "../../../parts/panel.tsx";
import { type RowsHandle, VirtualRows } from "../../../parts/virtual-rows.tsx";
import { useKeys } from "../../../shell/keys.ts";
import type { LedgerPicture } from "../ledger.ts";
import { LiveRow } from "./live-row.tsx";
import type { TimelineEntry } from "./timeline-entry.ts";
import { TimelineRow } from "./timeline-row.tsx";
import { createUnfolded, UnfoldedContext } from "./unfolded.ts";
import { useFollow } from "./use-follow.ts";
import styles from "./timeline-tab.module.css";

interface TimelineProps {
  commission: CommissionDetail;
  picture: LedgerPicture;
}

export function TimelineTab({ commission, picture }: TimelineProps) {
  const { entries, isComplete } = picture;
  const isLive = commission.endedAt === null;
  const rows = useRef<RowsHandle>(null);
  const [unfolded] = useState(createUnfolded);
  const { place, isBehind, jump } = useFollow({ isLive: isLive && isComplete, length: entries.length });
  useOpenAtEnd({ isLive, isComplete, jump });
  useRowKeys({ rows, count: entries.length, jump });
  if (isComplete && entries.length === 0) return <NothingYet />;
  return (
    <UnfoldedContext.Provider value={unfolded}>
      <div ref={place} className={styles["timeline"]}>
        <VirtualRows
          label="Timeline"
          handle={rows}
          count={entries.length}
          keyOf={(at) => keyOf(entries, at)}
          estimate={(at) => estimate(entries[at])}
          row={(at) => <Row entries={entries} at={at} commission={commission} />}
        />
        {isLive && isComplete && <LiveRow commission={commission} last={entries.at(-1)} />}
        {!isComplete && <p className={styles["reading"]}>Reading its ledger…</p>}
      </div>
      {isLive && isBehind && (
        <div className={styles["jump"]}>
          <Button look="main" keys="End" onClick={jump}>
            Jump to the latest
          </Button>
        </div>
      )}
    </UnfoldedContext.Provider>
  );
}

interface Opening {
  isLive: boolean;
  isComplete: boolean;
  jump(): void;
}

/** Opens running work at its end, where it is followed. A person who has scrolled meanwhile stays in place. */
function useOpenAtEnd({ isLive, isComplete, jump }: Opening): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !isComplete) return;
    isDone.current = true;
    if (isLive && window.scrollY === 0) jump();
  }, [isLive, isComplete, jump]);
}

function Row({
  entries,
  at,
  commission,
}: {
  entries: readonly TimelineEntry[];
  at: number;
  commission: CommissionDetail;
}) {
  const entry = entries[at];
  if (!entry) return null;
  return (
    <TimelineRow
      entry={entry}
      before={entries[at - 1]?.at ?? null}
      commission={commission}
      isLast={at === entries.length - 1}
    />
  );
}

function NothingYet() {
  return (
    <Empty title="Nothing has happened yet.">
      <p>The task and each step of the work will appear here.</p>
    </Empty>
  );
}

/** Returns a unique key, although two entries may begin with the same ledger line. */
function keyOf(entries: readonly TimelineEntry[], at: number): string {
  const entry = entries[at];
  return entry ? `${entry.seq}.${entry.kind}.${entries[at - 1]?.seq === entry.seq ? at : 0}` : String(at);
}

function estimate(entry: TimelineEntry | undefined): number {
  if (!entry) return 40;
  if (entry.kind === "worker") {
    const text = entry.text === null ? 0 : 22 * Math.ceil(entry.text.length / 90);
    return Math.min(600, 14 + text + 34 * Math.ceil(entry.calls.length / 2));
  }
  return heights[entry.kind];
}

const heights: Readonly<Record<Exclude<TimelineEntry["kind"], "worker">, number>> = {
  asked: 120,
  ready: 36,
  progress: 36,
  decision: 64,
  question: 190,
  run: 44,
  result: 90,
  merge: 44,
  note: 54,
  end: 60,
};

interface RowKeys {
  rows: { current: RowsHandle | null };
  count: number;
  jump(): void;
}

function useRowKeys({ rows, count, jump }: RowKeys): void {
  const go = (by: number) => {
    const at = (rows.current?.current() ?? -1) + by;
    if (count > 0) rows.current?.focus(Math.min(count - 1, Math.max(0, at)));
  };
  const group = "Timeline";
  useKeys([
    { keys: "j", says: "Next entry", group, act: () => go(1) },
    { keys: "k", says: "Previous entry", group, act: () => go(-1) },
    { keys: "o", says: "Unfold or fold its tool calls", group, act: unfoldCurrent },
    { keys: "End", says: "Jump to the latest", group, act: jump },
  ]);
}

function unfoldCurrent(): void {
  const row = document.activeElement?.closest("[data-index]");
  for (const fold of row?.querySelectorAll<HTMLElement>("[data-fold]") ?? []) fold.click();
}
