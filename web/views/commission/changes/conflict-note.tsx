// Shows a note above the diff of work that could not be merged: the files in conflict, and what can be done.
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import type { CommissionConflict } from "../../../../src/contract/commission/diff.ts";
import { Note, ProblemNote } from "../../../parts/note.tsx";
import { plainLine } from "../../../words/plain.ts";
import { counted } from "../../../words/say.ts";
import styles from "./diff-tab.module.css";

interface ConflictNoteProps {
  commission: CommissionDetail;
  /** `undefined` if it is not fetched yet, or could not be. */
  conflict: CommissionConflict | undefined;
  error: Error | null;
  retry(): void;
}

const mostNamed = 50;

export function ConflictNote({ commission, conflict, error, retry }: ConflictNoteProps) {
  const { branch, tree, continuedBy } = commission;
  const paths = tree?.outcome?.conflicts ?? [];
  const into = plainLine(branch?.into ?? "the integration branch");
  if (conflict && conflict.base === conflict.tip) return <Note>{into} already has this work.</Note>;
  return (
    <div className={styles["torn"]}>
      <Note tone="brass">
        <p>
          {counted(paths.length, "file")} could not be merged into {into}:
        </p>
        <ul>
          {paths.slice(0, mostNamed).map((path) => (
            <li key={path}>
              <code>{plainLine(path)}</code>
            </li>
          ))}
          {paths.length > mostNamed && <li>and {paths.length - mostNamed} more</li>}
        </ul>
        {continuedBy === null && (
          <p>
            Redispatch it: a new attempt begins at {into} as it is now and gets this patch to apply. Or
            resolve the conflict yourself: merge <code>{plainLine(branch?.name ?? "its branch")}</code> into
            your own branch, then sync the project.
          </p>
        )}
      </Note>
      {error && <ProblemNote problem={error} retry={retry} />}
    </div>
  );
}
