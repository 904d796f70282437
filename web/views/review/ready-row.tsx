// Shows one piece of finished work in a line, with what it takes to decide, and the acts on it while it is selected.
import { Link } from "@tanstack/react-router";
import { memo, useState } from "react";
import { Ago } from "../../parts/ago.tsx";
import { Attempt } from "../../parts/attempt.tsx";
import { Rehearsed } from "../../parts/badge.tsx";
import { ChangeStat } from "../../parts/change-stat.tsx";
import { classes } from "../../parts/classes.ts";
import { Cost } from "../../parts/cost.tsx";
import { Standing } from "../../parts/landing-badge.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import { checksWords } from "../../words/landing.ts";
import { plainLine } from "../../words/plain.ts";
import { wholeTime } from "../../words/time-of-day.ts";
import { workerShown } from "../../words/worker-name.ts";
import { ReadyActs } from "./ready-acts.tsx";
import { SeenButton } from "./seen-button.tsx";
import type { ReadyItem } from "./use-ready.ts";
import styles from "./ready.module.css";

interface ReadyRowProps {
  item: ReadyItem;
  /** Whether the row's acts are open at first, where there is room for those of one row only. */
  isFirst: boolean;
}

/** Names the row among the rows of home. */
export const rowOfReady = (id: string) => `ready:${id}`;

export const ReadyRow = memo(function ReadyRow({ item, isFirst }: ReadyRowProps) {
  const { commission, stat } = item;
  const { id, title, worker, project, cost, rehearsed, landing, endedAt, checked } = commission;
  const [isOpen, setOpen] = useState(isFirst);
  const at = endedAt && (landing?.at ?? endedAt);
  const isRed = checked !== null && checked.passed < checked.total;
  return (
    <li data-row={rowOfReady(id)} data-open={isOpen || undefined} className={styles["ready"]}>
      <Sigil name={worker} size={22} />
      <Link
        to="/commissions/$id"
        params={{ id }}
        data-opens=""
        className={styles["title"]}
        title={plainLine(title)}
      >
        {title}
        <Attempt commission={commission} />
      </Link>
      <p className={styles["who"]}>
        {[workerShown(worker), project].filter((part) => part !== null).join(" · ")}{" "}
        {rehearsed && <Rehearsed />}
      </p>
      <div className={styles["acts"]}>
        <ReadyActs item={item} />
      </div>
      <button
        type="button"
        className={styles["more"]}
        aria-expanded={isOpen}
        aria-label={`Acts on “${plainLine(title)}”`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "▾" : "▸"}
      </button>
      <div className={styles["seal"]}>
        <Standing commission={commission} />
      </div>
      <p className={styles["stat"]}>
        {stat && (
          <Link to="/commissions/$id" params={{ id }} search={{ tab: "diff" }} aria-label="Open the diff">
            <ChangeStat stat={stat} />
          </Link>
        )}
      </p>
      <p className={classes(styles["checks"], isRed ? styles["red"] : undefined)}>
        {checksWords(commission)}
      </p>
      <p className={styles["cost"]}>
        <Cost cost={cost} />
      </p>
      {/* The button takes the place of the time under the pointer, so the cell has the exact time as well. */}
      <p className={styles["when"]} title={at ? wholeTime(new Date(at)) : undefined}>
        <span className={styles["ago"]}>{at && <Ago at={at} />}</span>
        <SeenButton commission={commission} />
      </p>
      {landing?.stopped && <p className={styles["stopped"]}>{plainLine(landing.stopped.message)}</p>}
    </li>
  );
});
