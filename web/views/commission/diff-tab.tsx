// What a commission changed in its project's repository, file by file.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { CommissionDetail } from "../../../src/contract/api.ts";
import type { ChangedFile, CommissionDiff } from "../../../src/contract/diff.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { Empty } from "../../parts/panel.tsx";
import { VirtualRows } from "../../parts/virtual-rows.tsx";
import { queries } from "../../store/queries.ts";
import { counted } from "../../words/say.ts";
import { type DiffRow, diffRows, isFolded } from "./diff-lines.ts";
import { DiffRowShown } from "./diff-row.tsx";
import styles from "./diff-tab.module.css";

/** The worktree of one at work is looked at again after this. */
const againMs = 5000;

export function DiffTab({ commission }: { commission: CommissionDetail }) {
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
  return <Shown diff={data} />;
}

function NoBranch({ isOver, project }: { isOver: boolean; project: string | null }) {
  return (
    <Empty title="It has no branch.">
      <p>
        {project === null
          ? "It works in a directory of its own and changes no repository. A commission for a project shows here what it changed."
          : isOver
            ? "It ended before it came to work on its project’s repository."
            : "When it begins, what it changes in its project’s repository stands here."}
      </p>
    </Empty>
  );
}

function NoChange({ isOver }: { isOver: boolean }) {
  return (
    <Empty title={isOver ? "It changed no file." : "No file is changed yet."}>
      <p>{isOver ? "Nothing was to be merged." : "Its worktree is looked at again every few seconds."}</p>
    </Empty>
  );
}

function Shown({ diff }: { diff: CommissionDiff }) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const { alone, ask } = useAlone(diff);
  const rows = useMemo(() => diffRows(diff, { turned, alone }), [diff, turned, alone]);
  const turn = (path: string) => {
    const next = new Set(turned);
    if (!next.delete(path)) next.add(path);
    setTurned(next);
  };
  const foldAll = () =>
    setTurned(new Set(diff.files.filter((file) => !isFolded(file)).map(({ path }) => path)));
  return (
    <>
      <Sum diff={diff} foldAll={foldAll} unfold={() => setTurned(new Set())} />
      <VirtualRows
        label="Changes"
        count={rows.length}
        keyOf={(at) => keyOf(rows[at])}
        estimate={(at) => heights[rows[at]?.kind ?? "line"]}
        overscan={30}
        row={(at) => <DiffRowShown row={rows[at]} turn={turn} ask={ask} />}
      />
    </>
  );
}

/** Files whose patch was left out of the whole. One that changed since it was asked for is asked for again. */
function useAlone({ id, files }: CommissionDiff) {
  const [alone, setAlone] = useState<ReadonlyMap<ChangedFile, ChangedFile>>(new Map());
  const ask = async (path: string) => {
    const listed = files.find((file) => file.path === path);
    const { files: found } = await call("diff", { params: { id }, query: { path } });
    const [file] = found;
    if (listed && file) setAlone((before) => new Map(before).set(listed, file));
  };
  return { alone, ask };
}

function Sum({ diff, foldAll, unfold }: { diff: CommissionDiff; foldAll(): void; unfold(): void }) {
  const { files, total, additions, deletions, base, tip, branch } = diff;
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
        <CopyButton text={branch} says="Copy branch name" look="plain" />
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
