// Shows a diff: its files as a tree, and the lines of each file with the comments on them.
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { ChangedFile, CommissionDiff } from "../../../../src/contract/commission/diff.ts";
import { type RowsHandle, VirtualRows } from "../../../parts/virtual-rows.tsx";
import { useWantedComment, wantComment } from "../review/wanted-comment.ts";
import {
  type AnyRow,
  type CommentPlace,
  type ShownComment,
  type ShownRow,
  withComments,
} from "./comment-rows.ts";
import { type ConflictSides, type Side, sidedRows } from "./conflict-rows.ts";
import { DiffHead } from "./diff-head.tsx";
import { useDiffKeys } from "./diff-keys.ts";
import { DiffRowShown, type RowActs } from "./diff-row.tsx";
import { FileTree } from "./file-tree.tsx";
import { useLayout } from "./layout.ts";
import { splitRows } from "./split-rows.ts";
import { type Turning, useTurned } from "./use-turned.ts";
import { setViewed, useViewed } from "./viewed-files.ts";
import styles from "./diff-tab.module.css";

/** The comments on a diff, and the acts on them. */
export interface Commenting {
  commission: string;
  comments: readonly ShownComment[];
  /** The place of the comment that is being written; `null` if none is. */
  writing: CommentPlace | null;
  /** `null` if the work cannot be sent back any more. */
  begin: ((place: CommentPlace) => void) | null;
  edit(key: string): void;
}

interface DiffViewProps extends Pick<ConflictSides, "conflict"> {
  /** Names what is compared, for the marks of viewed files. */
  subject: string;
  diff: Pick<CommissionDiff, "files" | "total" | "additions" | "deletions" | "base" | "tip">;
  alone: ReadonlyMap<ChangedFile, ChangedFile>;
  ask(side: Side, path: string): Promise<unknown>;
  commenting: Commenting | null;
  /** The files that a failed check names, by path. */
  failing: ReadonlySet<string>;
  /** The file to show first; `null` for the beginning. */
  file: string | null;
  children?: ReactNode;
}

export function DiffView(props: DiffViewProps) {
  const { subject, diff, conflict, commenting, failing, file, children } = props;
  const layout = useLayout();
  const paths = useViewed(subject);
  const viewed = useMemo(() => new Set(paths), [paths]);
  const turning = useTurned({ diff, conflict }, viewed);
  const rows = useRows(props, { layout: layout.layout, viewed, turning });
  const [isTreeOpen, setTreeOpen] = useState(false);
  const handle = useRef<RowsHandle>(null);
  const comments = useMemo(() => countByPath(commenting?.comments ?? []), [commenting?.comments]);
  const go = (path: string) => {
    const at = rows.findIndex(
      ({ row, side }) => side !== "other" && row.kind === "file" && row.file.path === path,
    );
    if (at !== -1) handle.current?.focus(at, "start");
    setTreeOpen(false);
  };
  useFirstFile(file, go);
  useGoToComment(rows, handle);
  useDiffKeys({
    handle,
    rows,
    takesComments: commenting?.begin != null,
    turnLayout: () => layout.choose(layout.layout === "split" ? "unified" : "split"),
    findFile: () => {
      setTreeOpen(true);
      requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-find-file]")?.focus());
    },
  });
  const hasTree = diff.files.length > 1;
  const isTreeShown = hasTree && (layout.canSplit || isTreeOpen);
  const ticked = diff.files.filter(({ path }) => viewed.has(path)).length;
  return (
    <>
      <DiffHead
        diff={diff}
        viewed={ticked}
        layout={layout}
        tree={
          hasTree && !layout.canSplit ? { isOpen: isTreeOpen, turn: () => setTreeOpen(!isTreeOpen) } : null
        }
        foldAll={turning.foldAll}
        unfold={turning.unfold}
      >
        {children}
      </DiffHead>
      <div className={styles["place"]} data-alone={isTreeShown ? undefined : ""} data-layout={layout.layout}>
        {isTreeShown && <FileTree files={diff.files} {...{ viewed, comments, failing, go }} />}
        <div className={styles["rows"]}>
          <Rows {...props} {...{ rows, viewed, turning, handle, comments }} />
        </div>
      </div>
    </>
  );
}

interface Choice {
  layout: "unified" | "split";
  viewed: ReadonlySet<string>;
  turning: Turning;
}

function useRows({ diff, conflict, alone, commenting }: DiffViewProps, { layout, viewed, turning }: Choice) {
  const { turned } = turning;
  const sided = useMemo(
    () => sidedRows({ diff, conflict }, { turned, alone, viewed }),
    [diff, conflict, turned, alone, viewed],
  );
  const laid = useMemo(() => (layout === "split" ? splitRows(sided) : sided), [sided, layout]);
  const { comments = noComments, writing = null } = commenting ?? {};
  return useMemo(() => withComments(laid, { comments, writing }), [laid, comments, writing]);
}

const noComments: readonly ShownComment[] = [];

interface RowsProps extends DiffViewProps {
  rows: readonly ShownRow[];
  viewed: ReadonlySet<string>;
  turning: Turning;
  handle: React.RefObject<RowsHandle | null>;
  comments: ReadonlyMap<string, number>;
}

function Rows(props: RowsProps) {
  const { subject, conflict, ask, commenting, failing, rows, viewed, turning, handle, comments } = props;
  const latest = useRef({ ask, turn: turning.turn, untouch: turning.untouch, commenting });
  latest.current = { ask, turn: turning.turn, untouch: turning.untouch, commenting };
  const canComment = commenting?.begin != null;
  const acts = useMemo(() => {
    const of = (side: Side): RowActs => ({
      turn: (path) => latest.current.turn(side, path),
      ask: (path) => latest.current.ask(side, path),
      view: (path, isViewed) => {
        latest.current.untouch(path);
        setViewed(subject, path, isViewed);
      },
      comment: canComment && side !== "other" ? (place) => latest.current.commenting?.begin?.(place) : null,
      edit: (key) => latest.current.commenting?.edit(key),
    });
    return { other: of("other"), own: of("own"), work: of("work") };
  }, [subject, canComment]);
  const by = { other: `on ${conflict?.into ?? ""}`, own: "by this commission", work: null };
  return (
    <VirtualRows
      label="Changes"
      handle={handle}
      count={rows.length}
      keyOf={(at) => `${rows[at]?.side}:${keyOf(rows[at]?.row)}`}
      estimate={(at) => heights[rows[at]?.row.kind ?? "line"]}
      overscan={24}
      row={(at) => {
        const { row, side = "work" } = rows[at] ?? {};
        const path = row?.kind === "file" && side !== "other" ? row.file.path : "";
        const marks = {
          by: by[side],
          isViewed: viewed.has(path),
          comments: comments.get(path) ?? 0,
          isFailing: failing.has(path),
        };
        return (
          <DiffRowShown
            row={row}
            acts={acts[side]}
            marks={marks}
            commission={commenting?.commission ?? null}
          />
        );
      }}
    />
  );
}

function countByPath(comments: readonly ShownComment[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { comment } of comments) counts.set(comment.path, (counts.get(comment.path) ?? 0) + 1);
  return counts;
}

/** Shows the file that the address names, once. */
function useFirstFile(file: string | null, go: (path: string) => void): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (file === null || shown.current === file) return;
    shown.current = file;
    go(file);
  });
}

/** Shows the comment that the person has chosen in the list of comments. */
function useGoToComment(rows: readonly ShownRow[], handle: React.RefObject<RowsHandle | null>): void {
  const key = useWantedComment((state) => state.key);
  useEffect(() => {
    if (key === null) return;
    const at = rows.findIndex(
      ({ row }) => row.kind === "comment" && row.shown.is === "draft" && row.shown.comment.key === key,
    );
    if (at !== -1) handle.current?.focus(at);
    wantComment(null);
  }, [key, rows, handle]);
}

const heights: Readonly<Record<AnyRow["kind"], number>> = {
  file: 46,
  hunk: 24,
  line: 19,
  pair: 19,
  word: 40,
  "left-out": 80,
  comment: 92,
  writing: 150,
  end: 5,
};

function keyOf(row: AnyRow | undefined): string {
  if (!row) return "";
  if (row.kind === "file") return `f:${row.file.path}`;
  if (row.kind === "end") return `e:${row.path}`;
  if (row.kind === "writing") return "writing";
  if (row.kind === "comment")
    return `c:${row.shown.is === "draft" ? row.shown.comment.key : row.shown.comment.number}`;
  return `${row.kind}:${row.path}:${row.at}`;
}
