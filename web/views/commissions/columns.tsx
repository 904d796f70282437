// Defines the columns of the table.
import type { ReactNode } from "react";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { Ago } from "../../parts/ago.tsx";
import { Attempt } from "../../parts/attempt.tsx";
import { Outcome, Rehearsed } from "../../parts/badge.tsx";
import { Cost } from "../../parts/cost.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import { waitWords } from "../../words/waiting.ts";
import { workerToldApart } from "../../words/worker-name.ts";
import type { Sorting } from "./choice.ts";
import { RowLink } from "./row-link.tsx";
import styles from "./table.module.css";

export interface Column {
  name: string;
  sort: Sorting | null;
  className: string | undefined;
  show(commission: ListedCommission, shown: ColumnContext): ReactNode;
}

export interface ColumnContext {
  /** The start of the current day: how a time is worded depends on the day. */
  today: number;
  chooseLabel(label: string): void;
}

export const columns: readonly Column[] = [
  {
    name: "Title",
    sort: "title",
    className: styles["title"],
    show: (commission, shown) => <Titled commission={commission} shown={shown} />,
  },
  {
    name: "Worker",
    sort: "worker",
    className: styles["worker"],
    show: ({ worker }) => workerToldApart(worker),
  },
  { name: "Project", sort: null, className: styles["project"], show: ({ project }) => project ?? "–" },
  {
    name: "Status",
    sort: "status",
    className: styles["status"],
    show: (commission) => <Outcome commission={commission} />,
  },
  { name: "Turns", sort: "turns", className: styles["turns"], show: ({ turns }) => turns },
  { name: "Cost", sort: "cost", className: styles["cost"], show: ({ cost }) => <Cost cost={cost} /> },
  {
    name: "Created",
    sort: "created",
    className: styles["asked"],
    show: (commission, { today }) => <Asked commission={commission} today={today} />,
  },
];

function Titled({ commission, shown }: { commission: ListedCommission; shown: ColumnContext }) {
  const { id, worker, title, rehearsed, labels } = commission;
  const why = waitWords(commission, shown.today);
  return (
    <>
      <RowLink id={id} className={styles["link"]}>
        <Sigil name={worker} size={20} />
        <span className={styles["name"]} title={title}>
          {title}
        </span>
        <Attempt commission={commission} />
        {rehearsed && <Rehearsed />}
        {why !== null && <span className={styles["why"]}>{why}</span>}
      </RowLink>
      {labels.length > 0 && <Labels labels={labels} choose={shown.chooseLabel} />}
    </>
  );
}

const labelsShown = 2;

function Labels({ labels, choose }: { labels: readonly string[]; choose(label: string): void }) {
  return (
    <span className={styles["labels"]}>
      {labels.slice(0, labelsShown).map((label) => (
        <button
          key={label}
          type="button"
          className={styles["label"]}
          aria-label={`Show only the label ${label}`}
          onClick={() => choose(label)}
        >
          {label}
        </button>
      ))}
      {labels.length > labelsShown && (
        <span title={labels.slice(labelsShown).join(", ")}>+{labels.length - labelsShown}</span>
      )}
    </span>
  );
}

/** On a narrow screen, shows the reason for waiting instead of the time of creation. */
function Asked({ commission, today }: { commission: ListedCommission; today: number }) {
  const why = waitWords(commission, today);
  const when = <Ago at={commission.createdAt} />;
  if (why === null) return when;
  return (
    <>
      <span className={styles["wide-only"]}>{when}</span>
      <span className={styles["narrow-only"]}>{why}</span>
    </>
  );
}
