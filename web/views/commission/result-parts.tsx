// Shows beside a result what it answers: the task in a line, the files that changed, and the checks.
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import type { CommissionDiff } from "../../../src/contract/commission/diff.ts";
import { Ago } from "../../parts/ago.tsx";
import { ButtonLink } from "../../parts/button.tsx";
import { ChangeBar, ChangeStat } from "../../parts/change-stat.tsx";
import { Rows, Section } from "../../parts/panel.tsx";
import { useKeys } from "../../shell/keys.ts";
import { queries } from "../../store/queries.ts";
import { plainCut, plainLine } from "../../words/plain.ts";
import { counted, duration } from "../../words/say.ts";
import { CheckBadge } from "./check-badge.tsx";
import { checkStates } from "./checks-state.ts";
import type { LedgerPicture } from "./ledger.ts";
import { runWords } from "./timeline/run-words.ts";
import { Prose } from "./words.tsx";
import styles from "./result-tab.module.css";

/** Shows the task, folded to a line. */
export function Asked({ commission: { task, createdBy } }: { commission: CommissionDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles["asked"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>{createdBy === "person" ? "You asked" : "The task"}</strong>{" "}
        <span>{plainCut(task, 160)}</span>
      </summary>
      {isOpen && <Prose text={task} />}
    </details>
  );
}

const filesShown = 12;

/** Asks git only once the result is shown. */
export function WhatChanged({ commission }: { commission: CommissionDetail }) {
  const { id, tree, endedAt } = commission;
  const navigate = useNavigate({ from: "/commissions/$id" });
  const isThere = tree !== null && tree.outcome?.state !== "unchanged";
  const { data } = useQuery({ ...queries.diff(id, endedAt !== null), enabled: isThere });
  useKeys([
    {
      keys: "d",
      says: "Open the diff",
      group: "This commission",
      act: () => void navigate({ search: { tab: "diff" }, replace: true }),
    },
  ]);
  if (!isThere || !data || data.total === 0) return null;
  return (
    <Section
      title="What changed"
      aside={
        <span className={styles["sum"]}>
          {counted(data.total, "file")}{" "}
          <ChangeStat stat={{ additions: data.additions, deletions: data.deletions }} />
          <ButtonLink to="/commissions/$id" params={{ id }} search={{ tab: "diff" }} look="quiet" keys="D">
            Open the diff
          </ButtonLink>
        </span>
      }
    >
      <Files diff={data} />
    </Section>
  );
}

function Files({ diff: { id, files, total } }: { diff: CommissionDiff }) {
  const sizeOf = ({ additions, deletions }: CommissionDiff["files"][number]) =>
    (additions ?? 0) + (deletions ?? 0);
  const most = files.reduce((before, file) => Math.max(before, sizeOf(file)), 1);
  return (
    <>
      <Rows>
        {files.slice(0, filesShown).map((file) => (
          <li key={file.path}>
            <Link
              to="/commissions/$id"
              params={{ id }}
              search={{ tab: "diff", file: file.path }}
              className={styles["file"]}
            >
              <code>{plainLine(file.path)}</code>
              <span className={styles["quiet"]}>{changeWords[file.change]}</span>
              {file.additions === null ? (
                <span className={styles["quiet"]}>not text</span>
              ) : (
                <>
                  <ChangeBar additions={file.additions} deletions={file.deletions ?? 0} most={most} />
                  <span className={styles["count"]}>
                    <ChangeStat stat={{ additions: file.additions, deletions: file.deletions ?? 0 }} />
                  </span>
                </>
              )}
            </Link>
          </li>
        ))}
      </Rows>
      {total > filesShown && (
        <p className={styles["quiet"]}>and {counted(total - filesShown, "more file")}</p>
      )}
    </>
  );
}

const changeWords: Readonly<Record<CommissionDiff["files"][number]["change"], string>> = {
  added: "new",
  modified: "",
  deleted: "deleted",
  renamed: "renamed",
  copied: "copied",
  type: "another kind of file",
};

interface EvidenceProps {
  commission: CommissionDetail;
  planned: LedgerPicture["planned"];
}

/** Lists the checks with how each ended; those of the merge replace those of the branch once the work is accepted. */
export function Evidence({ commission, planned }: EvidenceProps) {
  const { id, afterEnd, endedAt } = commission;
  const later = afterEnd?.checks ?? [];
  const checks = later.length > 0 ? later : commission.checks;
  const states = checkStates({ planned, checks, isOver: endedAt !== null });
  const at = checks.findLast(({ at: time }) => time !== null)?.at ?? null;
  if (states.length === 0)
    return (
      <Section title="Evidence">
        <p className={styles["quiet"]}>It has no checks: only its worker says whether it is done.</p>
      </Section>
    );
  return (
    <Section
      title="Evidence"
      aside={
        <span className={styles["quiet"]}>
          {later.length > 0 ? "on the merge" : "on the finished work"}
          {at !== null && (
            <>
              , <Ago at={at} />
            </>
          )}
        </span>
      }
    >
      <Rows>
        {states.map(({ command, run, state }, nth) => (
          <li key={nth}>
            <Link to="/commissions/$id" params={{ id }} search={{ tab: "checks" }} className={styles["file"]}>
              <code>{plainLine(command)}</code>
              <span className={styles["ran"]}>
                {run && (state === "passed" ? duration(run.ms) : `${runWords(run)} · ${duration(run.ms)}`)}
              </span>
              <CheckBadge state={state} />
            </Link>
          </li>
        ))}
      </Rows>
    </Section>
  );
}
