// Shows what was spent today and this week. Rehearsals are not counted, and unknown costs are named as such.
import { sumText } from "../../../src/rules/show/money.ts";
import { spentTitle, useSpent } from "../../parts/spent.ts";
import styles from "./home.module.css";

export function Spent() {
  const spent = useSpent();
  if (!spent) return null;
  return (
    <p className={styles["spent"]} title={spentTitle}>
      Spent <strong>{sumText(spent.today)}</strong> today, <strong>{sumText(spent.week)}</strong> in a week
    </p>
  );
}
