// Shows running work, live, and below it the waiting work and what it waits for.
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { allTokens } from "../../../src/rules/show/measures.ts";
import { useAttempt } from "../../parts/attempt.tsx";
import { Rehearsed } from "../../parts/badge.tsx";
import { classes } from "../../parts/classes.ts";
import { ContextUse } from "../../parts/context-use.tsx";
import { Cost } from "../../parts/cost.tsx";
import { Elapsed } from "../../parts/elapsed.tsx";
import { Empty, Rows, Section } from "../../parts/panel.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import type { Few } from "../../words/glance.ts";
import { counted, short } from "../../words/say.ts";
import { workerShown } from "../../words/worker-name.ts";
import { LatestWord } from "./latest-word.tsx";
import { Rest } from "./rest.tsx";
import { Waiting } from "./waiting.tsx";
import styles from "./home.module.css";

interface AtWorkProps {
  running: Few;
  waiting: Few;
  /** True if all running and waiting work is known; only then may the page say that there is none. */
  isKnown: boolean;
}

export function AtWork({ running, waiting, isKnown }: AtWorkProps) {
  return (
    <Section title="At work now">
      {isKnown && running.total === 0 && waiting.total === 0 && (
        <Empty title="No commission is running.">
          <p>
            Press <kbd>N</kbd> to start one, or run <code>guild-hall commission</code>.
          </p>
        </Empty>
      )}
      {running.total > 0 && (
        <Rows>
          {running.first.map((commission) => (
            <LiveRow key={commission.id} commission={commission} />
          ))}
        </Rows>
      )}
      <Rest few={running} word="at work" search={{ status: "in_progress" }} />
      <Waiting {...waiting} />
    </Section>
  );
}

const LiveRow = memo(function LiveRow({ commission }: { commission: ListedCommission }) {
  const { id, title, worker, turns, tokens, cost, contextTokens, contextWindow, startedAt } = commission;
  return (
    <li data-row={id} className={classes(styles["row"], styles["live"])}>
      <Sigil name={worker} />
      <div className={styles["words"]}>
        <Link to="/commissions/$id" params={{ id }} data-opens="" className={styles["title"]}>
          {title}
        </Link>
        <Who commission={commission} />
      </div>
      <LatestWord commission={commission} />
      <dl className={styles["figures"]}>
        <Figure name="Elapsed">{startedAt === null ? "starting" : <Elapsed since={startedAt} />}</Figure>
        <Figure name="Turns and tokens">
          {counted(turns, "turn")}
          <span className={styles["under"]}>{short(allTokens(tokens))} tokens</span>
        </Figure>
        <Figure name="Context">
          <ContextUse tokens={contextTokens} window={contextWindow} />
        </Figure>
        <Figure name="Cost">
          <Cost cost={cost} />
        </Figure>
      </dl>
    </li>
  );
});

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="unseen">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Who({ commission }: { commission: ListedCommission }) {
  const { worker, project, branch, rehearsed } = commission;
  const attempt = useAttempt(commission);
  return (
    <p className={styles["who"]}>
      <span className={styles["cut"]}>
        {[workerShown(worker), attempt, project, branch?.name].filter((part) => part != null).join(" · ")}
      </span>
      {rehearsed && <Rehearsed />}
    </p>
  );
}
