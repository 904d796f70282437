// Shows one row of a diff.
import { useMutation } from "@tanstack/react-query";
import { memo } from "react";
import { Button } from "../../../parts/button.tsx";
import { ProblemNote } from "../../../parts/note.tsx";
import { CommentShown } from "./comment-shown.tsx";
import type { AnyRow, CommentPlace } from "./comment-rows.ts";
import { CommentForm } from "./comment-form.tsx";
import { FileHead } from "./file-head.tsx";
import { PairLine, UnifiedLine } from "./line-row.tsx";
import styles from "./diff-tab.module.css";

/** The acts of a diff's rows. They stay the same objects, so that unchanged rows are not drawn again. */
export interface RowActs {
  turn(path: string): void;
  /** Requests this file's patch separately. */
  ask(path: string): Promise<unknown>;
  view(path: string, isViewed: boolean): void;
  /** Begins a comment on a line; `null` if this diff takes no comments. */
  comment: ((place: CommentPlace) => void) | null;
  /** Changes a comment that is not sent yet. */
  edit(key: string): void;
}

export interface ShownMarks {
  /** Names the side that changed the file, if both sides did; `null` if only the commission did. */
  by: string | null;
  isViewed: boolean;
  comments: number;
  /** Whether a failed check names the file. */
  isFailing: boolean;
}

interface RowProps {
  row: AnyRow | undefined;
  acts: RowActs;
  marks: ShownMarks;
  /** The commission whose comments these are; `null` if the diff takes none. */
  commission: string | null;
}

export const DiffRowShown = memo(
  function DiffRowShown({ row, acts, marks, commission }: RowProps) {
    switch (row?.kind) {
      case "file":
        return <FileHead file={row.file} isOpen={row.isOpen} marks={marks} acts={acts} />;
      case "hunk":
        return <div className={styles["hunk"]}>{row.text}</div>;
      case "line":
        return <UnifiedLine path={row.path} line={row.line} comment={acts.comment} />;
      case "pair":
        return <PairLine row={row} comment={acts.comment} />;
      case "word":
        return <p className={styles["word"]}>{row.text}</p>;
      case "left-out":
        return <LeftOut text={row.text} ask={() => acts.ask(row.path)} />;
      case "comment":
        return <CommentShown row={row} commission={commission ?? ""} edit={acts.edit} />;
      case "writing":
        return commission === null ? null : <CommentForm commission={commission} place={row.place} />;
      case "end":
        return <div className={styles["end"]} />;
      case undefined:
        return null;
    }
  },
  (a, b) =>
    a.row === b.row &&
    a.acts === b.acts &&
    (a.row?.kind !== "file" ||
      (a.marks.by === b.marks.by &&
        a.marks.isViewed === b.marks.isViewed &&
        a.marks.isFailing === b.marks.isFailing &&
        a.marks.comments === b.marks.comments)),
);

function LeftOut({ text, ask }: { text: string; ask(): Promise<unknown> }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: ask });
  return (
    <div className={styles["word"]}>
      <p>{text}</p>
      <Button busy={isPending && "Asking git…"} onClick={() => mutate()}>
        Show this file
      </Button>
      {error && <ProblemNote problem={error} />}
    </div>
  );
}
