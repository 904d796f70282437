// Shows what one commit changes, or all commits that are ahead of the person's branch together.
import { useQuery } from "@tanstack/react-query";
import type { ProjectDiff } from "../../../src/contract/project/ahead.ts";
import { call } from "../../api/call.ts";
import { ProblemNote } from "../../parts/note.tsx";
import { Empty } from "../../parts/panel.tsx";
import { queries } from "../../store/queries.ts";
import { DiffView } from "../commission/changes/diff-view.tsx";
import { useAloneFiles } from "../commission/use-alone.ts";
import styles from "./ahead.module.css";

interface AheadDiffProps {
  project: string;
  /** `null` for all commits together. */
  commit: string | null;
}

export function AheadDiff({ project, commit }: AheadDiffProps) {
  const { data, error, refetch } = useQuery(queries.projectDiff(project, commit));
  if (error) return <ProblemNote problem={error} retry={() => void refetch()} />;
  if (!data) return <p className={styles["quiet"]}>Asking git what changed…</p>;
  if (data.total === 0) return <Empty title="It changes no file." />;
  return <Shown diff={data} commit={commit} />;
}

const none: ReadonlySet<string> = new Set();

function Shown({ diff, commit }: { diff: ProjectDiff; commit: string | null }) {
  const { project, files, base, tip } = diff;
  const { alone, put } = useAloneFiles();
  const ask = async (_: unknown, path: string) => {
    const query = { path, ...(commit !== null && { commit }) };
    const found = await call("projectDiff", { params: { name: project }, query });
    put(
      files.find((file) => file.path === path),
      found.files[0],
    );
  };
  return (
    <DiffView
      subject={`${project}:${base}..${tip}`}
      diff={diff}
      conflict={null}
      alone={alone}
      ask={ask}
      commenting={null}
      failing={none}
      file={null}
    />
  );
}
