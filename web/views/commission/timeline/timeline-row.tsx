// Shows one entry of the timeline: its time, a dot, and what happened.
import { memo, type ReactNode } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { hasPassed } from "../../../../src/rules/checks/has-passed.ts";
import { isSameDay } from "../../../words/say.ts";
import { sealWords } from "../../../words/status.ts";
import { dayOf, hourOf, wholeTime } from "../../../words/time-of-day.ts";
import { Asked } from "./entry-asked.tsx";
import { Decision, End, Merge, NoteEntry, Progress, Ready, Result, Run } from "./entry-lines.tsx";
import { WorkerEntry } from "./entry-worker.tsx";
import { Question } from "../acts/question.tsx";
import type { TimelineEntry } from "./timeline-entry.ts";
import styles from "./timeline-row.module.css";

interface RowProps {
  entry: TimelineEntry;
  /** The time of the entry before this one; `null` for the first entry. */
  before: string | null;
  commission: CommissionDetail;
  isLast: boolean;
}

export const TimelineRow = memo(ShownRow, isSameRow);

/** Returns whether the row need not be rendered again: most changes to a commission do not affect its earlier rows. */
function isSameRow(a: RowProps, b: RowProps): boolean {
  if (a.entry !== b.entry || a.before !== b.before || a.isLast !== b.isLast) return false;
  const [past, now] = [a.commission, b.commission];
  if (a.entry.kind !== "question" && a.entry.kind !== "worker") return past.id === now.id;
  return (
    past.id === now.id &&
    past.endedAt === now.endedAt &&
    past.cancelRequested === now.cancelRequested &&
    past.continuedBy === now.continuedBy
  );
}

function ShownRow({ entry, before, commission, isLast }: RowProps) {
  const at = new Date(entry.at);
  const isNewDay = before === null || !isSameDay(before, at.getTime());
  return (
    <div
      className={styles["line"]}
      data-tone={toneOf(entry)}
      data-last={(isLast && commission.endedAt !== null) || undefined}
    >
      <time className={styles["time"]} dateTime={entry.at} title={wholeTime(at)}>
        {isNewDay && before !== null && <span className={styles["day"]}>{dayOf(at)}</span>}
        {hourOf(at)}
      </time>
      <span className={styles["dot"]} />
      <div className={styles["body"]}>
        <Body entry={entry} commission={commission} />
      </div>
    </div>
  );
}

function Body({ entry, commission }: { entry: TimelineEntry; commission: CommissionDetail }): ReactNode {
  switch (entry.kind) {
    case "asked":
      return <Asked entry={entry} />;
    case "ready":
      return <Ready entry={entry} />;
    case "worker":
      return <WorkerEntry entry={entry} />;
    case "progress":
      return <Progress entry={entry} />;
    case "decision":
      return <Decision entry={entry} />;
    case "question":
      return <Question entry={entry} commission={commission} />;
    case "run":
      return <Run entry={entry} />;
    case "result":
      return <Result entry={entry} id={commission.id} />;
    case "merge":
      return <Merge entry={entry} />;
    case "note":
      return <NoteEntry entry={entry} />;
    case "end":
      return <End entry={entry} />;
  }
}

function toneOf(entry: TimelineEntry): string {
  if (entry.kind === "note") return entry.tone;
  if (entry.kind === "decision" || (entry.kind === "question" && entry.answer === null)) return "brass";
  if (entry.kind === "run") return hasPassed(entry.run) ? "verdigris" : "madder";
  if (entry.kind === "merge")
    return { merged: "verdigris", conflict: "madder", kept: "brass", unchanged: "plain" }[entry.tree.state];
  if (entry.kind !== "end") return "plain";
  if (entry.status === "failed") return "madder";
  return entry.seal === null ? "plain" : sealWords[entry.seal].tone;
}
