// Lists deferred items that still need a person: folded, each with a button that brings it back.
import type { AttentionItem } from "../../../src/contract/api/attention.ts";
import { Rehearsed } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { useToday } from "../../parts/now.ts";
import { untilWords } from "../../words/later.ts";
import { capital, inWords } from "../../words/say.ts";
import { rowsShown } from "./use-glance.ts";
import { useRecall } from "./use-defer.ts";
import { KindBadge } from "./kind-badge.tsx";
import styles from "./home.module.css";

export function PutOff({ items, total }: { items: readonly AttentionItem[]; total: number }) {
  const recall = useRecall();
  const today = useToday();
  if (total === 0) return null;
  return (
    <details className={styles["put-off"]}>
      <summary>
        {capital(inWords(total))} {total === 1 ? "thing" : "things"} deferred
      </summary>
      <ul>
        {items.slice(0, rowsShown).map((item) => (
          <li key={item.key}>
            <KindBadge kind={item.kind} />
            <span className={styles["off-title"]}>{item.title}</span>
            {item.rehearsed && <Rehearsed />}
            <span className={styles["since"]}>{untilWords(item.deferred?.until ?? null, today)}</span>
            <Button onClick={() => recall(item.key)} aria-label={`Bring back: ${item.title}`}>
              Bring back
            </Button>
          </li>
        ))}
      </ul>
      {total > rowsShown && (
        <p className={styles["since"]}>
          And {total - rowsShown} more: <code>guild-hall needs --all</code> lists them.
        </p>
      )}
    </details>
  );
}
