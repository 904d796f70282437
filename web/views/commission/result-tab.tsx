// Shows the result, how far it can be trusted, what it changed, and the evidence.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CommissionResult } from "../../../src/contract/api/api.ts";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import type { Seal as SealName } from "../../../src/contract/commission/commission.ts";
import { sealOf } from "../../../src/rules/show/seal.ts";
import { isHallProblem } from "../../api/problem.ts";
import { Seal } from "../../parts/badge.tsx";
import { classes } from "../../parts/classes.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Markdown } from "../../parts/text/markdown.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { Empty } from "../../parts/panel.tsx";
import { queries } from "../../store/queries.ts";
import { unkerned } from "../../words/long-word.ts";
import { plain, plainLine } from "../../words/plain.ts";
import type { LedgerPicture } from "./ledger.ts";
import { Asked, Evidence, WhatChanged } from "./result-parts.tsx";
import { SentBackWith } from "./review/sent-back-with.tsx";
import styles from "./result-tab.module.css";

interface ResultProps {
  commission: CommissionDetail;
  planned: LedgerPicture["planned"];
}

export function ResultTab({ commission, planned }: ResultProps) {
  const { id, endedAt, status } = commission;
  const { data, error, refetch } = useQuery(queries.result(id));
  if (isHallProblem(error) && error.code === "wrong_state")
    return <NoResult isOver={endedAt !== null} status={status} />;
  if (error) return <ProblemNote problem={error} retry={() => void refetch()} />;
  if (!data) return <p className={styles["quiet"]}>Fetching the result…</p>;
  return (
    <div className={styles["whole"]}>
      <Asked commission={commission} />
      <Shown result={data} seal={sealOf(commission) ?? data.trust} />
      <SentBackWith commission={commission} />
      <WhatChanged commission={commission} />
      <Evidence commission={commission} planned={planned} />
    </div>
  );
}

function NoResult({ isOver, status }: { isOver: boolean; status: CommissionDetail["status"] }) {
  return isOver ? (
    <Empty title="It left no result.">
      <p>
        {status === "cancelled"
          ? "It was cancelled before it handed one in."
          : "The timeline shows how far it got. Redispatch it to try again."}
      </p>
    </Empty>
  ) : (
    <Empty title="There is no result yet.">
      <p>It appears here once its worker has handed it in and the commission has ended.</p>
    </Empty>
  );
}

function Shown({ result, seal }: { result: CommissionResult; seal: SealName }) {
  const { summary, output } = result;
  return (
    <article className={styles["result"]}>
      <div className={styles["trust"]}>
        <Seal seal={seal} />
        <span>{meanings[seal]}</span>
        <CopyButton text={output === "" ? summary : output} says="Copy as markdown" />
      </div>
      {summary.trim() !== output.trim() && (
        <p className={classes(styles["summary"], unkerned(summary))}>{plain(summary)}</p>
      )}
      {output.trim() !== "" && <Markdown text={plain(output)} />}
      <Files result={result} />
    </article>
  );
}

const meanings: Readonly<Record<SealName, string>> = {
  claimed: "Its worker says so; nothing was checked.",
  verified: "Its checks were run on the finished work, and passed.",
  refuted: "A check failed, or its checks could not be run.",
  conflict: "Its work could not be merged, and is not done.",
  unchanged: "It changed nothing in the repository.",
};

function Files({ result: { id, artifacts, memberArtifacts } }: { result: CommissionResult }) {
  return (
    <>
      {artifacts && artifacts.length > 0 && (
        <section>
          <h2>Files of the result</h2>
          <ul className={styles["files"]}>
            {artifacts.map((file) => (
              <li key={file}>
                <Link to="/commissions/$id" params={{ id }} search={{ tab: "artifacts", file }}>
                  <code>{plainLine(file)}</code>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {memberArtifacts && memberArtifacts.length > 0 && (
        <section>
          <h2>Files that its guild member keeps</h2>
          <ul className={styles["files"]}>
            {memberArtifacts.map((file) => (
              <li key={file}>
                <code>{plainLine(file)}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
