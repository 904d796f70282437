// Shows what a worker last said, reported or called, and whether it has been quiet for long. Silence is not treated as
// an error.
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { useNow } from "../../parts/now.ts";
import { plainCut } from "../../words/plain.ts";
import { quietFor } from "../../words/quiet.ts";
import styles from "./home.module.css";

/** The most characters shown, which is more than fits on two lines. */
const mostShown = 300;

export function LatestWord({ commission }: { commission: ListedCommission }) {
  const { latest, summary, status, cancelRequested, startedAt } = commission;
  const text = latest?.text ?? summary ?? (status === "dispatched" ? "Being set up" : "Nothing said yet");
  return (
    <p className={styles["latest"]}>
      <span className={styles["two-lines"]}>
        {cancelRequested ? "Being cancelled" : plainCut(text, mostShown)}
      </span>
      {latest && <Quiet since={latest.at} startedAt={startedAt} />}
    </p>
  );
}

function Quiet(silence: { since: string; startedAt: string | null }) {
  const quiet = quietFor({ ...silence, now: useNow() });
  return quiet && <span className={styles["since"]}>quiet for {quiet}</span>;
}
