// Shows where a commission works, what it waits for, and what waits for it.
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { useShallow } from "zustand/react/shallow";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import type { BranchState } from "../../../src/contract/project/tree.ts";
import { findBranchThere } from "../../../src/rules/project/branch-there.ts";
import { modelWords } from "../../../src/rules/show/model-words.ts";
import { Rehearsed } from "../../parts/badge.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { useHall } from "../../store/hall-store.ts";
import { plainLine } from "../../words/plain.ts";
import { workerShown } from "../../words/worker-name.ts";
import { Fact, Facts, Group } from "./timeline/group.tsx";
import styles from "./about.module.css";

export function Where({ commission }: { commission: CommissionDetail }) {
  const { id, branch, tree, sandbox, memberJob, after } = commission;
  const there = findBranchThere(commission);
  const model = modelWords(commission);
  const unblocks = useHall(useShallow(({ commissions }) => waitingFor(commissions.values(), id)));
  return (
    <Group title="Where">
      <Facts>
        <Fact name="Branch">
          {there === null ? (
            <span className={styles["quiet"]}>{noBranchWords(commission)}</span>
          ) : (
            <span className={styles["branch"]}>
              <code title={there}>{there}</code>
              <CopyButton text={there} label="Copy the branch name" />
            </span>
          )}
        </Fact>
        {branch && <Fact name="Merge">{branchWords[branch.state](branch.into)}</Fact>}
        {tree && (
          <Fact name="From">
            <code title={tree.base}>
              {tree.into} @ {tree.base.slice(0, 7)}
            </code>
          </Fact>
        )}
        <Fact name="Waits for">{after.length === 0 ? "nothing" : <Each of={after} />}</Fact>
        <Fact name="Unblocks">{unblocks.length === 0 ? "nothing" : <Each of={unblocks} />}</Fact>
        {memberJob && (
          <Fact name="Member">{`${workerShown(memberJob.member)}, job ${memberJob.jobId ?? "unknown"}`}</Fact>
        )}
        {model && <Fact name="Model">{plainLine(model)}</Fact>}
        {sandbox && <Fact name="Sandbox">{sandbox}</Fact>}
      </Facts>
    </Group>
  );
}

function noBranchWords({ branch, tree }: CommissionDetail): string {
  if (branch !== null) return "gone: all its work is elsewhere";
  return tree === null ? "none: a directory of its own" : "none";
}

/** Links each id of a commission; shows the path of a document as it is. */
function Each({ of }: { of: readonly string[] }) {
  return of.map((one, at) => (
    <Fragment key={one}>
      {at > 0 && ", "}
      <Named one={one} />
    </Fragment>
  ));
}

function Named({ one }: { one: string }) {
  const known = useHall(({ commissions }) => commissions.get(one));
  if (known === undefined) return <code>{plainLine(one)}</code>;
  return (
    <>
      <Link to="/commissions/$id" params={{ id: one }}>
        {plainLine(known.title)}
      </Link>
      {known.rehearsed && (
        <>
          {" "}
          <Rehearsed />
        </>
      )}
    </>
  );
}

function waitingFor(commissions: Iterable<ListedCommission>, id: string): string[] {
  const found: string[] = [];
  for (const other of commissions)
    if (other.endedAt === null && other.after.some((each) => each === id)) found.push(other.id);
  return found;
}

const branchWords: Readonly<Record<BranchState, (into: string) => string>> = {
  open: (into) => `still open; goes to ${into}`,
  merged: (into) => `merged into ${into}`,
  conflict: (into) => `in conflict with ${into}; nothing merged`,
  kept: () => "kept; nothing merged",
  unchanged: () => "unchanged; nothing to merge",
};
