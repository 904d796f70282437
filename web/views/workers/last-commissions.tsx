// Lists a worker's latest commissions, newest first.
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { Ago } from "../../parts/ago.tsx";
import { Outcome, Rehearsed } from "../../parts/badge.tsx";
import { Cost } from "../../parts/cost.tsx";
import { Empty, Rows, Section } from "../../parts/panel.tsx";
import { useHall } from "../../store/hall-store.ts";
import { attemptWords } from "../../words/attempt.ts";
import styles from "./view.module.css";

const shown = 8;

export function LastCommissions({ worker }: { worker: string }) {
  const newest = useHall((state) => state.newest);
  const continued = useHall((state) => state.continued);
  const last = useMemo(
    () => newest.filter((each) => each.worker === worker).slice(0, shown),
    [newest, worker],
  );
  return (
    <Section title="Its last commissions">
      {last.length === 0 ? (
        <Empty title="It has not been commissioned yet.">
          <p>
            Its commissions appear here. The button starts one, and so does{" "}
            <code>guild-hall commission {worker} "…"</code>.
          </p>
        </Empty>
      ) : (
        <Rows>
          {last.map((commission) => (
            <li key={commission.id}>
              <Link to="/commissions/$id" params={{ id: commission.id }} className={styles["last"]}>
                <span className={styles["last-title"]}>{commission.title}</span>
                <span className={styles["marks"]}>
                  {commission.rehearsed && <Rehearsed />}
                  <Outcome commission={commission} />
                </span>
                <span className={styles["faint"]}>
                  {[attemptWords(commission, continued), commission.project].flatMap((part) =>
                    part === null ? [] : [`${part} · `],
                  )}
                  <Ago at={commission.createdAt} />
                </span>
                <span className={styles["figure"]}>
                  <Cost cost={commission.cost} />
                </span>
              </Link>
            </li>
          ))}
        </Rows>
      )}
    </Section>
  );
}
