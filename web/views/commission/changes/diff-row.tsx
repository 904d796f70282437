// Shows one row of a diff.
import { useMutation } from "@tanstack/react-query";
import { memo } from "react";
import type { ChangedFile } from "../../../../src/contract/commission/diff.ts";
import { Button } from "../../../parts/button.tsx";
import { CodeLine } from "../../../parts/text/code-line.tsx";
import { shownOf } from "../../../parts/text/long-line.ts";
import { ProblemNote } from "../../../parts/note.tsx";
import { plainLine } from "../../../words/plain.ts";
import { counted } from "../../../words/say.ts";
import type { DiffLine, DiffRow } from "./diff-lines.ts";
import styles from "./diff-tab.module.css";

interface RowProps {
  row: DiffRow | undefined;
  /** Names the side that changed the file, if both sides did; `null` if only the commission did. */
  by: string | null;
  turn(path: string): void;
  /** Requests this file's patch separately. */
  ask(path: string): Promise<unknown>;
}

export const DiffRowShown = memo(
  function DiffRowShown({ row, by, turn, ask }: RowProps) {
    switch (row?.kind) {
      case "file":
        return <FileHead file={row.file} by={by} isOpen={row.isOpen} turn={() => turn(row.file.path)} />;
      case "hunk":
        return <div className={styles["hunk"]}>{row.text}</div>;
      case "line":
        return <Line line={row.line} />;
      case "word":
        return <p className={styles["word"]}>{row.text}</p>;
      case "left-out":
        return <LeftOut text={row.text} ask={() => ask(row.path)} />;
      case "end":
        return <div className={styles["end"]} />;
      case undefined:
        return null;
    }
  },
  (a, b) => a.row === b.row && a.row?.kind !== "file" && a.row?.kind !== "left-out",
);

interface FileHeadProps {
  file: ChangedFile;
  by: string | null;
  isOpen: boolean;
  turn(): void;
}

function FileHead({ file, by, isOpen, turn }: FileHeadProps) {
  const { path, from, change, additions, deletions } = file;
  const size = (additions ?? 0) + (deletions ?? 0);
  return (
    <button type="button" className={styles["file"]} aria-expanded={isOpen} onClick={turn}>
      <span className={styles["path"]}>
        {from !== null && from !== path && <span className={styles["from"]}>{plainLine(from)} → </span>}
        {plainLine(path)}
      </span>
      {by !== null && <span className={styles["by"]}>{plainLine(by)}</span>}
      {changeWords[change] && <span className={styles["quiet"]}>{changeWords[change]}</span>}
      {!isOpen && <span className={styles["quiet"]}>{counted(size, "line")} folded</span>}
      <span className={styles["figures"]}>
        {additions === null ? (
          "not text"
        ) : (
          <>
            <span className={styles["plus"]}>+{additions}</span>{" "}
            <span className={styles["minus"]}>−{deletions ?? 0}</span>
          </>
        )}
      </span>
    </button>
  );
}

const changeWords: Readonly<Record<ChangedFile["change"], string>> = {
  added: "new",
  modified: "",
  deleted: "deleted",
  renamed: "renamed",
  copied: "copied",
  type: "another kind of file",
};

const signs = { insert: "+", delete: "−", normal: "" } as const;

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

function Line({ line: { change, before, after, content, of, at } }: { line: DiffLine }) {
  return (
    <div className={styles["line"]} data-change={change}>
      <span className={styles["number"]}>{before}</span>
      <span className={styles["number"]}>{after}</span>
      <span className={styles["sign"]}>{signs[change]}</span>
      <code className={styles["code"]}>
        <CodeLine of={of} at={at} line={shownOf(content)} />
      </code>
    </div>
  );
}
