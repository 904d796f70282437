// Lists commissions that have not begun or are paused, each with the reason why it waits.
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { Attempt } from "../../parts/attempt.tsx";
import { Rehearsed, StatusBadge } from "../../parts/badge.tsx";
import { classes } from "../../parts/classes.ts";
import { useToday } from "../../parts/now.ts";
import { Rows } from "../../parts/panel.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import type { Few } from "../../words/glance.ts";
import { waitWords } from "../../words/waiting.ts";
import { Rest } from "./rest.tsx";
import styles from "./home.module.css";

const shown = 6;

export function Waiting({ first, total }: Few) {
  if (total === 0) return null;
  const few = { first: first.slice(0, shown), total };
  return (
    <div className={styles["waiting"]}>
      <Rows>
        {few.first.map((commission) => (
          <WaitingRow key={commission.id} commission={commission} />
        ))}
      </Rows>
      <Rest few={few} word="waiting" search={{ status: "pending" }} />
    </div>
  );
}

const WaitingRow = memo(function WaitingRow({ commission }: { commission: ListedCommission }) {
  const { id, title, worker, status, rehearsed } = commission;
  return (
    <li data-row={id} className={classes(styles["row"], styles["quiet"])}>
      <Sigil name={worker} size={20} />
      <div className={styles["words"]}>
        <Link to="/commissions/$id" params={{ id }} data-opens="" className={styles["title"]}>
          {title}
          <Attempt commission={commission} />
        </Link>
        <Why commission={commission} />
      </div>
      <div className={styles["acts"]}>
        {rehearsed && <Rehearsed />}
        <StatusBadge status={status} />
      </div>
    </li>
  );
});

function Why({ commission }: { commission: ListedCommission }) {
  return <p className={styles["line"]}>{waitWords(commission, useToday())}</p>;
}
