// Shows commissions as a table. Only visible rows are in the document; the keys move through all of them.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useNavigate } from "@tanstack/react-router";
import { memo, useLayoutEffect, useMemo, useRef } from "react";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { useToday } from "../../parts/now.ts";
import { useIsNarrow } from "../../parts/window-width.ts";
import { useActive, useActiveKeys } from "./active.ts";
import type { Choice } from "./choice.ts";
import { columns, type ColumnContext } from "./columns.tsx";
import { Heads } from "./heads.tsx";
import type { ChangeChoice } from "./view.tsx";
import styles from "./table.module.css";

/** Must match table.module.css. */
const rowHeight = { wide: 42, narrow: 60 };
const headsHeight = 34;

interface TableProps {
  commissions: readonly ListedCommission[];
  choice: Pick<Choice, "sort" | "turned">;
  change: ChangeChoice;
}

export const Table = memo(function Table({ commissions, choice, change }: TableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRows(commissions, scroller);
  useRowKeys(commissions, (row) => rows.scrollToIndex(row, { align: "auto" }));
  const today = useToday();
  const shown = useMemo(
    () => ({ today, chooseLabel: (label: string) => change({ label }) }),
    [today, change],
  );
  return (
    <div
      className={styles["frame"]}
      ref={scroller}
      role="table"
      aria-rowcount={commissions.length + 1}
      aria-label="Commissions"
    >
      <Heads {...choice} change={change} />
      <div role="rowgroup" className={styles["rows"]} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const commission = commissions[index];
          return commission && <Row key={key} {...{ commission, start, shown }} at={index} />;
        })}
      </div>
    </div>
  );
});

function useRows(commissions: readonly ListedCommission[], scroller: React.RefObject<HTMLDivElement | null>) {
  const isNarrow = useIsNarrow();
  const rows = useVirtualizer({
    count: commissions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? rowHeight.narrow : rowHeight.wide),
    overscan: 4,
    // The sticky heads cover the top of the visible part.
    scrollPaddingStart: isNarrow ? 0 : headsHeight,
    getItemKey: (at) => commissions[at]?.id ?? at,
  });
  useLayoutEffect(() => rows.measure(), [rows, isNarrow]);
  return rows;
}

function useRowKeys(commissions: readonly ListedCommission[], reveal: (row: number) => void): void {
  const navigate = useNavigate();
  useActiveKeys({
    columns: useMemo(() => [commissions], [commissions]),
    reveal: (_column, row) => reveal(row),
    open: (id) => void navigate({ to: "/commissions/$id", params: { id } }),
  });
}

interface RowProps {
  commission: ListedCommission;
  at: number;
  start: number;
  shown: ColumnContext;
}

const Row = memo(function Row({ commission, at, start, shown }: RowProps) {
  const isActive = useActive(({ id }) => id === commission.id);
  return (
    <div
      role="row"
      aria-rowindex={at + 2}
      className={styles["row"]}
      data-active={isActive || undefined}
      style={{ transform: `translateY(${start}px)` }}
    >
      {columns.map(({ name, className, show }) => (
        <span key={name} role="cell" className={className}>
          {show(commission, shown)}
        </span>
      ))}
    </div>
  );
});
