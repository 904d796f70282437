// Shows the commissions that ended today: their trust, checks, time and cost.
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { Ago } from "../../parts/ago.tsx";
import { Attempt } from "../../parts/attempt.tsx";
import { Outcome, Rehearsed } from "../../parts/badge.tsx";
import { classes } from "../../parts/classes.ts";
import { Cost } from "../../parts/cost.tsx";
import { Empty, Rows, Section } from "../../parts/panel.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import type { Few } from "../../words/glance.ts";
import { plainCut } from "../../words/plain.ts";
import { counted } from "../../words/say.ts";
import { Rest } from "./rest.tsx";
import { Spent } from "./spent.tsx";
import styles from "./home.module.css";

/** Says that nothing has ended today only if all commissions that ended today are known. */
export function CameBack({ first, total, isKnown }: Few & { isKnown: boolean }) {
  return (
    <Section title="Came back today" aside={<Spent />}>
      {total === 0 && isKnown && (
        <Empty title="Nothing came back today.">
          <p>
            Earlier work is under{" "}
            <Link to="/commissions" search={{ sort: "ended" }}>
              Commissions
            </Link>
            .
          </p>
        </Empty>
      )}
      {total > 0 && (
        <Rows>
          {first.map((commission) => (
            <BackRow key={commission.id} commission={commission} />
          ))}
        </Rows>
      )}
      <Rest few={{ first, total }} word="came back today" search={{ view: "table", sort: "ended" }} />
    </Section>
  );
}

const BackRow = memo(function BackRow({ commission }: { commission: ListedCommission }) {
  const { id, title, worker, rehearsed, cost, endedAt } = commission;
  return (
    <li data-row={id} className={classes(styles["row"], styles["back"])}>
      <Sigil name={worker} />
      <div className={styles["words"]}>
        <Link to="/commissions/$id" params={{ id }} data-opens="" className={styles["title"]}>
          {title}
          <Attempt commission={commission} />
        </Link>
        <p className={styles["line"]}>
          {lineOf(commission)} {rehearsed && <Rehearsed />}
        </p>
      </div>
      <div className={styles["trust"]}>
        <Outcome commission={commission} />
      </div>
      <p className={styles["checked"]}>
        {checksOf(commission)} · {endedAt && <Ago at={endedAt} />}
      </p>
      <p className={styles["cost"]}>
        <Cost cost={cost} />
      </p>
    </li>
  );
});

/** The most characters of the line, because a summary may be very long. */
const mostOfLine = 600;

function lineOf({ error, summary, anomaly, status }: ListedCommission): string {
  // A hall of an earlier release does not list the last words of work that submitted no result.
  const silent = status === "completed" ? "Its last words are its result." : "It left no message.";
  return plainCut(error?.message ?? summary ?? anomaly ?? silent, mostOfLine);
}

function checksOf({ checked, status }: ListedCommission): string {
  if (status === "failed") return "not checked";
  if (!checked) return "no checks";
  const { passed, total } = checked;
  return passed === total ? counted(total, "check") : `${passed} of ${counted(total, "check")} pass`;
}
