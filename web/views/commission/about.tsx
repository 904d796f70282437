// Shows what is known about a commission beside its timeline: spending, checks, where it works, and what belongs to it.
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { useNow } from "../../parts/now.ts";
import { clock, counted, dollars } from "../../words/say.ts";
import { AttachedFiles } from "./attached-files.tsx";
import { Attempts } from "./attempts.tsx";
import { Labels } from "./labels.tsx";
import type { LedgerPicture } from "./ledger.ts";
import { DraftedComments } from "./review/drafted-comments.tsx";
import { MustHold } from "./must-hold.tsx";
import { elapsedMs, Spent } from "./spent.tsx";
import type { Tab } from "./tabs.ts";
import { Where } from "./where.tsx";
import styles from "./about.module.css";

export interface AboutProps {
  commission: CommissionDetail;
  planned: LedgerPicture["planned"];
  /** The open tab: what it shows itself is left out here. */
  tab: Tab;
}

export function AboutAside(props: AboutProps) {
  return (
    <aside className={styles["aside"]} aria-label="About this commission">
      <About {...props} />
    </aside>
  );
}

/** Shows the same in a line that unfolds, above the open tab, for windows without room beside the tab. */
export function AboutFolded(props: AboutProps) {
  const { commission } = props;
  const elapsed = elapsedMs(commission, useNow());
  return (
    <details className={styles["folded"]}>
      <summary>
        <span className={styles["word"]}>{costWords(commission)}</span>
        <span>{counted(commission.turns, "turn")}</span>
        {elapsed !== null && <span>{clock(elapsed)}</span>}
        {commission.checked && (
          <span>
            {commission.checked.passed} of {counted(commission.checked.total, "check")} passed
          </span>
        )}
      </summary>
      <About {...props} />
    </details>
  );
}

function costWords({ cost: { usd, rehearsed } }: CommissionDetail): string {
  if (rehearsed) return "Cost nothing";
  return usd === null ? "Cost unknown" : dollars(usd);
}

function About({ commission, planned, tab }: AboutProps) {
  return (
    <>
      <DraftedComments commission={commission} />
      <Spent commission={commission} />
      {tab !== "result" && <MustHold commission={commission} planned={planned} />}
      <AttachedFiles commission={commission} />
      <Where commission={commission} />
      <Attempts commission={commission} />
      <Labels commission={commission} />
    </>
  );
}
