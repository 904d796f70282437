// Shows the head of a file in a diff: its name, how it changed, and whether the person has viewed it.
import type { ChangedFile } from "../../../../src/contract/commission/diff.ts";
import { Badge } from "../../../parts/badge.tsx";
import { plainLine } from "../../../words/plain.ts";
import { counted } from "../../../words/say.ts";
import type { ShownMarks, RowActs } from "./diff-row.tsx";
import styles from "./diff-tab.module.css";

interface FileHeadProps {
  file: ChangedFile;
  isOpen: boolean;
  marks: ShownMarks;
  acts: RowActs;
}

export function FileHead({
  file,
  isOpen,
  marks: { by, isViewed, comments, isFailing },
  acts,
}: FileHeadProps) {
  const { path, from, change, additions, deletions } = file;
  const size = (additions ?? 0) + (deletions ?? 0);
  return (
    <div className={styles["head"]} data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles["file"]}
        aria-expanded={isOpen}
        data-turn=""
        onClick={() => acts.turn(path)}
      >
        <span className={styles["path"]}>
          {from !== null && from !== path && <span className={styles["from"]}>{plainLine(from)} → </span>}
          {plainLine(path)}
        </span>
        {by !== null && <span className={styles["by"]}>{plainLine(by)}</span>}
        {changeWords[change] && <span className={styles["quiet"]}>{changeWords[change]}</span>}
        {!isOpen && <span className={styles["quiet"]}>{counted(size, "line")} folded</span>}
        {isFailing && <Badge tone="madder">named by a failed check</Badge>}
        {comments > 0 && <Badge tone="brass">{counted(comments, "comment")}</Badge>}
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
      <label className={styles["viewed"]}>
        <input
          type="checkbox"
          data-viewed=""
          checked={isViewed}
          aria-label={`Viewed: ${plainLine(path)}`}
          onChange={({ target }) => acts.view(path, target.checked)}
        />
        <span aria-hidden="true">Viewed</span>
      </label>
    </div>
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
