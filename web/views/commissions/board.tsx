// Shows commissions as a board with one column per stage; only visible cards are in the document.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useNavigate } from "@tanstack/react-router";
import { memo, useId, useLayoutEffect, useMemo, useRef } from "react";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import type { Status } from "../../../src/contract/commission/commission.ts";
import { Ago } from "../../parts/ago.tsx";
import { Attempt } from "../../parts/attempt.tsx";
import { Outcome, Rehearsed } from "../../parts/badge.tsx";
import { useToday } from "../../parts/now.ts";
import { Sigil } from "../../parts/sigil.tsx";
import { plainCut } from "../../words/plain.ts";
import { waitWords } from "../../words/waiting.ts";
import { workerShown } from "../../words/worker-name.ts";
import { useActiveKeys } from "./active.ts";
import { RowLink } from "./row-link.tsx";
import styles from "./board.module.css";

const stages: readonly { name: string; of: readonly Status[]; always: boolean }[] = [
  { name: "Waiting", of: ["pending", "blocked"], always: true },
  { name: "At work", of: ["dispatched", "in_progress"], always: true },
  { name: "Paused", of: ["paused"], always: false },
  { name: "Completed", of: ["completed"], always: true },
  { name: "Failed", of: ["failed"], always: true },
  { name: "Cancelled", of: ["cancelled"], always: false },
];

export const Board = memo(function Board({ commissions }: { commissions: readonly ListedCommission[] }) {
  const columns = useMemo(() => columnsOf(commissions), [commissions]);
  const scrolls = useRef(new Map<string, (row: number) => void>());
  const navigate = useNavigate();
  useActiveKeys({
    columns: useMemo(() => columns.map(({ own }) => own), [columns]),
    reveal: (column, row) => scrolls.current.get(columns[column]?.name ?? "")?.(row),
    open: (id) => void navigate({ to: "/commissions/$id", params: { id } }),
  });
  return (
    <div className={styles["board"]}>
      {columns.map(({ name, own }) => (
        <Stage key={name} name={name} own={own} scrolls={scrolls.current} />
      ))}
    </div>
  );
});

function columnsOf(commissions: readonly ListedCommission[]) {
  return stages
    .map(({ name, of, always }) => ({
      name,
      always,
      own: commissions.filter(({ status }) => of.includes(status)),
    }))
    .filter(({ always, own }) => always || own.length > 0);
}

interface StageProps {
  name: string;
  own: readonly ListedCommission[];
  /** For each stage, a function that scrolls one of its cards into view. */
  scrolls: Map<string, (row: number) => void>;
}

function Stage({ name, own, scrolls }: StageProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const id = useId();
  const today = useToday();
  const cards = useVirtualizer({
    count: own.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 92,
    overscan: 6,
    getItemKey: (at) => own[at]?.id ?? at,
  });
  useLayoutEffect(() => {
    scrolls.set(name, (row) => {
      section.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
      cards.scrollToIndex(row, { align: "auto" });
    });
    return () => void scrolls.delete(name);
  }, [scrolls, name, cards]);
  return (
    <section className={styles["stage"]} aria-labelledby={id} ref={section}>
      <h2 id={id}>
        {name} <span className={styles["count"]}>{own.length.toLocaleString("en-US")}</span>
      </h2>
      <div className={styles["scroller"]} ref={scroller}>
        <ul className={styles["cards"]} style={{ height: cards.getTotalSize() }}>
          {cards.getVirtualItems().map(({ index, start, key }) => {
            const commission = own[index];
            return commission ? (
              <li
                key={key}
                data-index={index}
                ref={cards.measureElement}
                className={styles["slot"]}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Card commission={commission} today={today} />
              </li>
            ) : null;
          })}
        </ul>
      </div>
    </section>
  );
}

const Card = memo(function Card({ commission, today }: { commission: ListedCommission; today: number }) {
  const { id, title, worker, project, status, rehearsed, createdAt, endedAt } = commission;
  const where = project ?? workerShown(worker);
  // For these, the column's name says the status already.
  const isPlain = status === "failed" || status === "in_progress" || status === "cancelled";
  return (
    <RowLink id={id} className={styles["card"]}>
      <span className={styles["top"]}>
        <Sigil name={worker} size={18} />
        <span className={styles["title"]}>{title}</span>
      </span>
      <span className={styles["line"]}>{lineOf(commission, today)}</span>
      <span className={styles["foot"]}>
        {!isPlain && <Outcome commission={commission} />}
        {rehearsed && <Rehearsed />}
        <Attempt commission={commission} />
        <span className={styles["when"]} title={where}>
          <span className={styles["where"]}>{where}</span> · <Ago at={endedAt ?? createdAt} />
        </span>
      </span>
    </RowLink>
  );
});

/** The most characters on a card, which is more than fits on two lines. */
const mostShown = 300;

function lineOf(commission: ListedCommission, today: number): string {
  const { status, error, latest, summary, worker } = commission;
  const line = status === "failed" ? (error?.message ?? "failed") : waitWords(commission, today);
  return plainCut(line ?? latest?.text ?? summary ?? workerShown(worker), mostShown);
}
