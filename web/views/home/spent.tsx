// What was spent today and in a week. A rehearsal costs nothing and is not in it; what nobody knows is said.
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
