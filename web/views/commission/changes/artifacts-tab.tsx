// Lists the files that a commission left, and previews the selected one.
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import type { ArtifactEntry, ArtifactList } from "../../../../src/contract/commission/artifacts.ts";
import { ProblemNote } from "../../../parts/note.tsx";
import { Empty, Rows } from "../../../parts/panel.tsx";
import { queries } from "../../../store/queries.ts";
import { plainLine } from "../../../words/plain.ts";
import { bytes } from "../../../words/say.ts";
import { Preview } from "./artifact-preview.tsx";
import styles from "./artifacts-tab.module.css";

export function ArtifactsTab({ commission: { id, endedAt } }: { commission: CommissionDetail }) {
  const { file } = useSearch({ from: "/commissions/$id" });
  const { data, error, refetch } = useQuery(queries.artifacts(id));
  if (error) return <ProblemNote problem={error} retry={() => void refetch()} />;
  if (!data) return <p className={styles["quiet"]}>Looking for its files…</p>;
  const { artifacts, total, left } = data;
  if (total === 0) return <Nothing isOver={endedAt !== null} left={left} />;
  const chosen = artifacts.find(({ path }) => path === (file ?? artifacts[0]?.path));
  return (
    <div className={styles["artifacts"]}>
      <Rows>
        {artifacts.map((artifact) => (
          <li key={artifact.path}>
            <Entry id={id} artifact={artifact} isChosen={artifact === chosen} />
          </li>
        ))}
      </Rows>
      {artifacts.length < total && (
        <p className={styles["quiet"]}>
          {total - artifacts.length} more are in the commission’s directory; they are too many to list.
        </p>
      )}
      {left.length > 0 && (
        <section className={styles["quiet"]}>
          <p>Its guild member keeps some of its files:</p>
          <Left files={left} />
        </section>
      )}
      {chosen ? (
        <Preview key={chosen.path} id={id} artifact={chosen} />
      ) : (
        <p className={styles["quiet"]}>None of them is called {plainLine(file ?? "")}.</p>
      )}
    </div>
  );
}

function Entry({ id, artifact, isChosen }: { id: string; artifact: ArtifactEntry; isChosen: boolean }) {
  const { path, bytes: size, kind } = artifact;
  return (
    <Link
      to="/commissions/$id"
      params={{ id }}
      search={{ tab: "artifacts", file: path }}
      replace
      resetScroll={false}
      className={styles["entry"]}
      aria-current={isChosen || undefined}
    >
      <code>{plainLine(path)}</code>
      <span className={styles["quiet"]}>{kind}</span>
      <span className={styles["size"]}>{bytes(size)}</span>
    </Link>
  );
}

/** Lists files that were not fetched, each with the reason. */
function Left({ files }: { files: ArtifactList["left"] }) {
  return (
    <ul>
      {files.map(({ path, reason }, at) => (
        <li key={at}>
          <code>{plainLine(path)}</code>: {plainLine(reason)}
        </li>
      ))}
    </ul>
  );
}

function Nothing({ isOver, left }: { isOver: boolean; left: ArtifactList["left"] }) {
  if (left.length > 0)
    return (
      <Empty title="Its guild member keeps its files.">
        <Left files={left} />
      </Empty>
    );
  return (
    <Empty title={isOver ? "It left no files." : "There are no files yet."}>
      <p>Files that a worker hands in with its result, or writes as artifacts while it works, appear here.</p>
    </Empty>
  );
}
