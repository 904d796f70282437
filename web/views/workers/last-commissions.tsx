// The latest that a worker was given, newest first.
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { Rehearsed, Seal, StatusBadge } from "../../parts/badge.tsx";
import { Cost } from "../../parts/cost.tsx";
import { useToday } from "../../parts/now.ts";
import { Empty, Rows, Section } from "../../parts/panel.tsx";
import { useHall } from "../../store/hall-store.ts";
import { attemptWords } from "../../words/attempt.ts";
import { moment } from "../../words/say.ts";
import styles from "./view.module.css";

const shown = 8;

export function LastCommissions({ worker }: { worker: string }) {
  const newest = useHall((state) => state.newest);
  const continued = useHall((state) => state.continued);
  const today = useToday();
  const last = useMemo(
    () => newest.filter((each) => each.worker === worker).slice(0, shown),
    [newest, worker],
  );
  return (
    <Section title="Its last commissions">
      {last.length === 0 ? (
        <Empty title="It has not been commissioned yet.">
          <p>
            What you give it stands here. <code>guild-hall commission {worker} "…"</code> does the same as the
            button.
          </p>
        </Empty>
      ) : (
        <Rows>
          {last.map(({ id, attempt, title, status, trust, rehearsed, cost, createdAt, project }) => (
            <li key={id}>
              <Link to="/commissions/$id" params={{ id }} className={styles["last"]}>
                <span className={styles["last-title"]}>{title}</span>
                <span className={styles["marks"]}>
                  {rehearsed && <Rehearsed />}
                  {trust === null ? <StatusBadge status={status} /> : <Seal trust={trust} />}
                </span>
                <span className={styles["faint"]}>
                  {[attemptWords({ id, attempt }, continued), project, moment(createdAt, today)]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
                <span className={styles["figure"]}>
                  <Cost cost={cost} />
                </span>
              </Link>
            </li>
          ))}
        </Rows>
      )}
    </Section>
  );
}
