// Shows a short word on a tinted background, with an icon if it is about trust or status, because colour alone is not
// enough.
import type { ReactNode } from "react";
import type { Seal as SealName, Status } from "../../src/contract/commission/commission.ts";
import { sealOf, type Sealed } from "../../src/rules/show/seal.ts";
import { sealWords, statusWords, type StatusTone } from "../words/status.ts";
import styles from "./badge.module.css";
import { classes } from "./classes.ts";

export function Badge({
  tone = "plain",
  mark,
  children,
}: {
  tone?: StatusTone;
  mark?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={classes(styles["badge"], styles[tone])}>
      {mark}
      {children}
    </span>
  );
}

/** Shows the one state of a commission: its seal if it has completed, else its status. */
export function Outcome({ commission }: { commission: Sealed }) {
  const seal = sealOf(commission);
  return seal === null ? <StatusBadge status={commission.status} /> : <Seal seal={seal} />;
}

/**
 * Shows a wax seal: an empty dashed ring for claimed, a tick for verified, a crack for refuted, two bars for a
 * conflict.
 */
export function Seal({ seal }: { seal: SealName }) {
  const { tone, word } = sealWords[seal];
  if (seal === "unchanged") return <Badge tone={tone}>{word}</Badge>;
  return (
    <Badge tone={tone} mark={<SealMark seal={seal} />}>
      {word}
    </Badge>
  );
}

export function SealMark({ seal }: { seal: Exclude<SealName, "unchanged"> | "not-yet" }) {
  return (
    <svg className={styles["mark"]} viewBox="0 0 14 14" width="13" height="13" aria-hidden="true">
      {seal === "verified" && (
        <>
          <circle className={styles["wax"]} cx="7" cy="7" r="6" />
          <path className={styles["cut"]} d="m4.3 7.2 1.9 1.9 3.6-4" />
        </>
      )}
      {seal === "refuted" && (
        <>
          <circle className={styles["wax"]} cx="7" cy="7" r="6" />
          <path className={styles["cut"]} d="M8 .8 6 5l2.4 2L6 13.2" />
        </>
      )}
      {seal === "conflict" && (
        <>
          <circle className={styles["wax"]} cx="7" cy="7" r="6" />
          <path className={styles["cut"]} d="M4 4.5h6M4 9.5h6" />
        </>
      )}
      {(seal === "claimed" || seal === "not-yet") && (
        <circle className={styles["ring"]} cx="7" cy="7" r="5.3" />
      )}
    </svg>
  );
}

export function StatusBadge({ status }: { status: Status }) {
  const { tone, word } = statusWords[status];
  return (
    <Badge tone={tone} mark={<StatusMark status={status} />}>
      {word}
    </Badge>
  );
}

function StatusMark({ status }: { status: Status }) {
  return (
    <svg className={styles["mark"]} viewBox="0 0 14 14" width="13" height="13" aria-hidden="true">
      <path className={styles["line"]} d={marks[status]} />
    </svg>
  );
}

const marks: Record<Status, string> = {
  pending: "M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2m0 2v3l2 1.4",
  blocked: "M4 6V4.5a3 3 0 0 1 6 0V6M3 6h8v6H3z",
  dispatched: "M4.5 2.5 11 7l-6.5 4.5z",
  in_progress: "M7 2a5 5 0 1 1-5 5",
  paused: "M5 3v8M9 3v8",
  completed: "m2.5 7.4 3 3 6-6.6",
  failed: "m3 3 8 8m0-8-8 8",
  cancelled: "M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2M3.6 3.6l6.8 6.8",
};

/** Shown beside everything that a rehearsal produced. */
export function Rehearsed() {
  return <Badge>rehearsed</Badge>;
}
