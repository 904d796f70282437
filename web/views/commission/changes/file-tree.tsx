// Shows the changed files of a diff in folders, with a filter. Only rows near the visible part are rendered.
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import type { ChangedFile } from "../../../../src/contract/commission/diff.ts";
import { plainLine } from "../../../words/plain.ts";
import { counted } from "../../../words/say.ts";
import { type TreeRow, treeRows } from "./file-tree.ts";
import styles from "./file-tree.module.css";

interface FileTreeProps {
  files: readonly ChangedFile[];
  viewed: ReadonlySet<string>;
  /** How many comments each file has, by path. */
  comments: ReadonlyMap<string, number>;
  /** The files that a failed check names, by path. */
  failing: ReadonlySet<string>;
  /** Shows the file in the diff. */
  go(path: string): void;
}

const rowPx = 26;

export function FileTree({ files, viewed, comments, failing, go }: FileTreeProps) {
  const [filter, setFilter] = useState("");
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => treeRows(files, { filter, folded }), [files, filter, folded]);
  const turn = (key: string) => {
    const next = new Set(folded);
    if (!next.delete(key)) next.add(key);
    setFolded(next);
  };
  const goFirst = () => {
    const first = rows.find((row) => row.kind === "file");
    if (first?.kind === "file") go(first.file.path);
  };
  return (
    <nav className={styles["tree"]} aria-label="Changed files">
      <input
        type="search"
        className={styles["filter"]}
        placeholder="Find a file"
        aria-label="Find a file"
        data-find-file=""
        value={filter}
        onChange={({ target }) => setFilter(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") goFirst();
        }}
      />
      <p className="unseen" role="status">
        {filter === "" ? "" : `${counted(rows.filter(({ kind }) => kind === "file").length, "file")} found`}
      </p>
      {rows.length === 0 && <p className={styles["none"]}>No changed file has this in its name.</p>}
      <Listed rows={rows} {...{ viewed, comments, failing, go, turn }} />
    </nav>
  );
}

interface ListedProps extends Pick<FileTreeProps, "viewed" | "comments" | "failing" | "go"> {
  rows: readonly TreeRow[];
  turn(key: string): void;
}

function Listed({ rows, viewed, comments, failing, go, turn }: ListedProps) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useVirtualizer({
    count: rows.length,
    getItemKey: (at) => rows[at]?.key ?? at,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 12,
  });
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = Number((event.target as HTMLElement).dataset["at"] ?? "-1");
    if (by === undefined || at === -1) return;
    event.preventDefault();
    const next = Math.min(rows.length - 1, Math.max(0, at + by));
    shown.scrollToIndex(next, { align: "auto" });
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus());
  };
  return (
    <div ref={box} className={styles["box"]} onKeyDown={step}>
      <ul className={styles["rows"]} style={{ height: shown.getTotalSize() }}>
        {shown.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index];
          return row ? (
            <li key={key} className={styles["row"]} style={{ transform: `translateY(${start}px)` }}>
              {row.kind === "folder" ? (
                <FolderRow row={row} at={index} turn={() => turn(row.key)} />
              ) : (
                <FileRow
                  row={row}
                  at={index}
                  isViewed={viewed.has(row.file.path)}
                  comments={comments.get(row.file.path) ?? 0}
                  isFailing={failing.has(row.file.path)}
                  go={() => go(row.file.path)}
                />
              )}
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

const indent = (depth: number) => ({ paddingLeft: 6 + 12 * Math.min(depth, 8) });

interface FolderProps {
  row: Extract<TreeRow, { kind: "folder" }>;
  at: number;
  turn(): void;
}

function FolderRow({ row: { name, depth, isOpen, files }, at, turn }: FolderProps) {
  return (
    <button
      type="button"
      data-at={at}
      className={styles["folder"]}
      style={indent(depth)}
      aria-expanded={isOpen}
      title={name}
      onClick={turn}
    >
      <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
      <span className={styles["name"]}>{name}</span>
      {!isOpen && <span className={styles["count"]}>{counted(files, "file")}</span>}
    </button>
  );
}

interface FileProps {
  row: Extract<TreeRow, { kind: "file" }>;
  at: number;
  isViewed: boolean;
  comments: number;
  isFailing: boolean;
  go(): void;
}

function FileRow({ row: { name, depth, file }, at, isViewed, comments, isFailing, go }: FileProps) {
  const { additions, deletions, path } = file;
  return (
    <button
      type="button"
      data-at={at}
      className={styles["file"]}
      data-viewed={isViewed || undefined}
      style={indent(depth)}
      title={plainLine(path)}
      onClick={go}
    >
      <span aria-hidden="true">{isViewed ? "✓" : "•"}</span>
      <span className={styles["name"]}>{name}</span>
      {isViewed && <span className="unseen">, viewed</span>}
      {isFailing && (
        <span className={styles["failing"]} title="A failed check names this file">
          <span aria-hidden="true">✗</span>
          <span className="unseen"> named by a failed check</span>
        </span>
      )}
      {comments > 0 && (
        <span className={styles["comments"]}>
          {comments}
          <span className="unseen"> {comments === 1 ? "comment" : "comments"}</span>
        </span>
      )}
      {additions !== null && (
        <span className={styles["figures"]}>
          {additions > 0 && <span className={styles["plus"]}>+{additions}</span>}
          {(deletions ?? 0) > 0 && <span className={styles["minus"]}> −{deletions}</span>}
        </span>
      )}
    </button>
  );
}
