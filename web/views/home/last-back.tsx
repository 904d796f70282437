// Shows the commission that ended last, in one line of the home view's head, so that it is visible without scrolling.
import { Link } from "@tanstack/react-router";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { Outcome, Rehearsed } from "../../parts/badge.tsx";
import { Cost } from "../../parts/cost.tsx";
import { useDayBegan } from "../../parts/now.ts";
import { moment } from "../../words/say.ts";
import styles from "./last-back.module.css";

export function LastBack({ commission }: { commission: ListedCommission }) {
  const { id, title, rehearsed, endedAt, cost } = commission;
  const today = Date.parse(useDayBegan());
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
        {endedAt !== null && <> · {moment(endedAt, today)}</>}
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
