// Shows what a commission changed in its project's repository, file by file.
import { useQuery } from "@tanstack/react-query";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { Note, ProblemNote } from "../../../parts/note.tsx";
import { Empty } from "../../../parts/panel.tsx";
import { queries } from "../../../store/queries.ts";
import { plainLine } from "../../../words/plain.ts";
import { ConflictNote } from "./conflict-note.tsx";
import { CommissionChanges } from "./commission-changes.tsx";
import type { ConflictSides } from "./conflict-rows.ts";
import styles from "./diff-tab.module.css";

/** The worktree of running work is read again after this long. */
const againMs = 5000;

export function DiffTab({ commission }: { commission: CommissionDetail }) {
  if (commission.tree?.outcome?.state === "conflict") return <Torn commission={commission} />;
  return <Work commission={commission} />;
}

/**
 * Shows work that could not be merged. Asks git each time the tab is opened, because the target branch may
 * have moved.
 */
function Torn({ commission }: { commission: CommissionDetail }) {
  const conflict = useQuery({ ...queries.conflict(commission.id), refetchOnMount: "always" });
  return (
    <>
      <ConflictNote
        commission={commission}
        conflict={conflict.data}
        error={conflict.error}
        retry={() => void conflict.refetch()}
      />
      {!conflict.isPending && <Work commission={commission} conflict={conflict.data} />}
    </>
  );
}

function Work({
  commission,
  conflict = null,
}: {
  commission: CommissionDetail;
  conflict?: ConflictSides["conflict"] | undefined;
}) {
  const { id, endedAt, tree } = commission;
  const isOver = endedAt !== null;
  const { data, error, refetch } = useQuery({
    ...queries.diff(id, isOver),
    enabled: tree !== null,
    refetchInterval: isOver ? false : againMs,
  });
  if (tree === null) return <NoBranch isOver={isOver} project={commission.project} />;
  if (error) return <ProblemNote problem={error} retry={() => void refetch()} />;
  if (!data) return <p className={styles["quiet"]}>Asking git what changed…</p>;
  if (data.total === 0) return <NoChange isOver={isOver} />;
  return (
    <>
      {data.earlier && (
        <Note>
          This shows the work of the earlier attempt as well: it is not on {plainLine(data.into)} yet, and
          merging this work merges both.
        </Note>
      )}
      <CommissionChanges commission={commission} diff={data} conflict={conflict} />
    </>
  );
}

function NoBranch({ isOver, project }: { isOver: boolean; project: string | null }) {
  return (
    <Empty title="It has no branch.">
      <p>
        {project === null
          ? "It works in a directory of its own and changes no repository. A commission for a project shows here what it changed."
          : isOver
            ? "It ended before it began to work on its project’s repository."
            : "Once it begins, its changes to the project’s repository appear here."}
      </p>
    </Empty>
  );
}

function NoChange({ isOver }: { isOver: boolean }) {
  return (
    <Empty title={isOver ? "It changed no file." : "No file is changed yet."}>
      <p>
        {isOver ? "There was nothing to merge." : "This page looks at its worktree again every few seconds."}
      </p>
    </Empty>
  );
}
