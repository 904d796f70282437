// Shows how much was changed: lines added and deleted, with words for screen readers.
import type { ChangeStat as Stat } from "../../src/contract/commission/review-list.ts";
import { counted } from "../words/say.ts";
import styles from "./change-stat.module.css";

const whole = new Intl.NumberFormat("en-US");

export function ChangeStat({ stat }: { stat: Pick<Stat, "additions" | "deletions"> & Partial<Stat> }) {
  const { files, additions, deletions } = stat;
  const says = [
    files !== undefined && counted(files, "file"),
    `${counted(additions, "line")} added`,
    `${whole.format(deletions)} deleted`,
  ].filter(Boolean);
  return (
    <span className={styles["stat"]} title={says.join(", ")}>
      <span className={styles["plus"]}>+{whole.format(additions)}</span>{" "}
      <span className={styles["minus"]}>−{whole.format(deletions)}</span>
    </span>
  );
}

/** Shows the share of added and deleted lines as a bar, relative to the largest file. */
export function ChangeBar({ additions, deletions, most }: Omit<Stat, "files"> & { most: number }) {
  const part = (lines: number) =>
    lines === 0 ? 0 : Math.max(3, Math.round((72 * lines) / Math.max(1, most)));
  return (
    <svg className={styles["bar"]} viewBox="0 0 80 6" width="80" height="6" aria-hidden="true">
      <rect className={styles["added"]} width={part(additions)} height="6" rx="1" />
      <rect
        className={styles["deleted"]}
        x={part(additions) + (additions > 0 ? 2 : 0)}
        width={part(deletions)}
        height="6"
        rx="1"
      />
    </svg>
  );
}
