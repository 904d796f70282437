// Shows what a commission changed in its project's repository, file by file.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { CommissionDetail } from "../../../../src/contract/api/api.ts";
import type { ChangedFile, CommissionDiff } from "../../../../src/contract/commission/diff.ts";
import { findBranchThere } from "../../../../src/rules/project/branch-there.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { ProblemNote } from "../../../parts/note.tsx";
import { Empty } from "../../../parts/panel.tsx";
import { VirtualRows } from "../../../parts/virtual-rows.tsx";
import { queries } from "../../../store/queries.ts";
import { counted } from "../../../words/say.ts";
import { ConflictNote } from "./conflict-note.tsx";
import { filesOf, type Side, sidedRows, type ConflictSides, type SidesShown } from "./conflict-rows.ts";
import { type DiffRow, isFolded } from "./diff-lines.ts";
import { DiffRowShown } from "./diff-row.tsx";
import { useAlone } from "../use-alone.ts";
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
  return <Shown diff={data} conflict={conflict} branch={findBranchThere(commission)} />;
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

const unturned: SidesShown["turned"] = { other: new Set(), own: new Set(), work: new Set() };

/** `branch` is `null` if the branch is gone: then there is no name to copy. */
function Shown({ diff, conflict, branch }: ConflictSides & { branch: string | null }) {
  const [turned, setTurned] = useState(unturned);
  const { alone, ask } = useAlone({ diff, conflict });
  const rows = useMemo(
    () => sidedRows({ diff, conflict }, { turned, alone }),
    [diff, conflict, turned, alone],
  );
  const turn = (side: Side, path: string) => {
    const next = new Set(turned[side]);
    if (!next.delete(path)) next.add(path);
    setTurned({ ...turned, [side]: next });
  };
  const foldAll = () => {
    const open = (files: readonly ChangedFile[]) =>
      new Set(files.filter((file) => !isFolded(file)).map(({ path }) => path));
    const torn = filesOf(conflict);
    const of = (wanted: Side) => open(torn.filter(({ side }) => side === wanted).map(({ file }) => file));
    setTurned({ other: of("other"), own: of("own"), work: open(diff.files) });
  };
  const by = { other: `on ${conflict?.into ?? ""}`, own: "by this commission", work: null };
  return (
    <>
      <Sum {...{ diff, branch, foldAll }} unfold={() => setTurned(unturned)} />
      <VirtualRows
        label="Changes"
        count={rows.length}
        keyOf={(at) => `${rows[at]?.side}:${keyOf(rows[at]?.row)}`}
        estimate={(at) => heights[rows[at]?.row.kind ?? "line"]}
        overscan={30}
        row={(at) => {
          const { row, side = "work" } = rows[at] ?? {};
          return (
            <DiffRowShown
              row={row}
              by={by[side]}
              turn={(path) => turn(side, path)}
              ask={(path) => ask(side, path)}
            />
          );
        }}
      />
    </>
  );
}

interface SumProps {
  diff: CommissionDiff;
  branch: string | null;
  foldAll(): void;
  unfold(): void;
}

function Sum({ diff, branch, foldAll, unfold }: SumProps) {
  const { files, total, additions, deletions, base, tip } = diff;
  return (
    <div className={styles["sum"]}>
      <p>
        <strong>{counted(total, "file")} changed</strong>
        <span className={styles["plus"]}> +{additions.toLocaleString("en-US")}</span>
        <span className={styles["minus"]}> −{deletions.toLocaleString("en-US")}</span>
        <span className={styles["quiet"]}>
          {" "}
          · from {base.slice(0, 7)} to {tip === null ? "the worktree as it is" : tip.slice(0, 7)}
          {files.length < total && ` · the first ${files.length} are listed`}
        </span>
      </p>
      <div className={styles["acts"]}>
        {branch !== null && <CopyButton text={branch} says="Copy branch name" look="plain" />}
        <Button onClick={foldAll}>Fold all</Button>
        <Button onClick={unfold}>Unfold</Button>
      </div>
    </div>
  );
}

const heights: Readonly<Record<DiffRow["kind"], number>> = {
  file: 46,
  hunk: 24,
  line: 19,
  word: 40,
  "left-out": 80,
  end: 5,
};

function keyOf(row: DiffRow | undefined): string {
  if (!row) return "";
  if (row.kind === "file") return `f:${row.file.path}`;
  return "at" in row ? `${row.kind}:${row.at}:${row.path}` : `${row.kind}:${row.path}`;
}
