// Shows the heads of the table: each names its column and sorts by it.
import { memo } from "react";
import { classes } from "../../parts/classes.ts";
import type { Choice, Sorting } from "./choice.ts";
import { type Column, columns } from "./columns.tsx";
import type { ChangeChoice } from "./view.tsx";
import styles from "./table.module.css";

type Order = "none" | "ascending" | "descending";

interface HeadsProps extends Pick<Choice, "sort" | "turned"> {
  change: ChangeChoice;
}

export const Heads = memo(function Heads({ sort = "created", turned, change }: HeadsProps) {
  const order = (column: Column): Order => {
    if (column.sort !== sort) return "none";
    return isRising(column.sort) !== Boolean(turned) ? "ascending" : "descending";
  };
  const choose = (column: Column) =>
    change({
      sort: column.sort ?? undefined,
      turned: column.sort === sort && !turned ? true : undefined,
    });
  return (
    <div role="row" className={classes(styles["row"], styles["heads"])} aria-rowindex={1}>
      {columns.map((column) => (
        <span
          key={column.name}
          role="columnheader"
          aria-sort={column.sort === null ? undefined : order(column)}
          className={column.className}
        >
          {column.sort === null ? (
            column.name
          ) : (
            <button type="button" onClick={() => choose(column)}>
              {column.name}
              <Mark order={order(column)} />
            </button>
          )}
        </span>
      ))}
    </div>
  );
});

function Mark({ order }: { order: Order }) {
  if (order === "none") return null;
  return (
    <>
      <span aria-hidden="true">{order === "ascending" ? " ↑" : " ↓"}</span>
      <span className="unseen"> sorted, {order}</span>
    </>
  );
}

/** Words sort ascending by default; figures and times descending. */
function isRising(sort: Sorting): boolean {
  return sort === "title" || sort === "worker" || sort === "status";
}
