// Shows the commission that ended last, in one line of the home view's head, so that it is visible without scrolling.
import { Link } from "@tanstack/react-router";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { Ago } from "../../parts/ago.tsx";
import { Outcome, Rehearsed } from "../../parts/badge.tsx";
import { Cost } from "../../parts/cost.tsx";
import styles from "./last-back.module.css";

export function LastBack({ commission }: { commission: ListedCommission }) {
  const { id, title, rehearsed, endedAt, cost } = commission;
  return (
    <p className={styles["last"]} data-rehearsed={rehearsed || undefined}>
      <span className={styles["word"]}>Last back:</span> <Outcome commission={commission} />{" "}
      {rehearsed && (
        <>
          <Rehearsed />{" "}
        </>
      )}
      <Link to="/commissions/$id" params={{ id }} className={styles["title"]} title={title}>
        {title}
      </Link>
      <span className={styles["when"]}>
        {endedAt !== null && (
          <>
            {" · "}
            <Ago at={endedAt} />
          </>
        )}
        {!cost.rehearsed && (
          <>
            {" "}
            · <Cost cost={cost} />
          </>
        )}
      </span>
    </p>
  );
}
