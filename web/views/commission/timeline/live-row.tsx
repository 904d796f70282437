// Shows the last row in the timeline of running work: what is being done, and for how long.
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { toolName } from "../../../../src/rules/show/tool-call.ts";
import { useNow } from "../../../parts/now.ts";
import { plainLine } from "../../../words/plain.ts";
import { clock } from "../../../words/say.ts";
import { isMember } from "../../../words/worker-name.ts";
import type { TimelineEntry } from "./timeline-entry.ts";
import styles from "./timeline-row.module.css";

export function LiveRow({
  commission,
  last,
}: {
  commission: CommissionDetail;
  last: TimelineEntry | undefined;
}) {
  const now = useNow();
  const { status, runningTool } = commission;
  if (status !== "in_progress" && status !== "dispatched") return null;
  const since = runningTool?.since ?? latestOf(last);
  return (
    <div className={styles["line"]} data-live>
      <span className={styles["time"]} />
      <span className={styles["dot"]} />
      <p className={styles["live"]}>
        {sayOf(commission)}
        {since && <span className={styles["since"]}>{clock(now - Date.parse(since))}</span>}
      </p>
    </div>
  );
}

function sayOf({ status, runningTool, worker }: CommissionDetail): string {
  if (status === "dispatched") return "It is being set up";
  if (runningTool) return `${plainLine(toolName(runningTool.tool))} is running`;
  return isMember(worker) ? "Its guild member is at work" : "The model is working";
}

function latestOf(entry: TimelineEntry | undefined): string | undefined {
  if (entry?.kind !== "worker") return entry?.at;
  return entry.calls.at(-1)?.returned?.at ?? entry.calls.at(-1)?.at ?? entry.at;
}
