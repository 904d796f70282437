// Shows the head of a commission: its title, worker, state and actions.
import { Link } from "@tanstack/react-router";
import type { CommissionDetail } from "../../../src/contract/api/api.ts";
import type { CreatedBy } from "../../../src/contract/commission/commission.ts";
import { Outcome, Rehearsed } from "../../parts/badge.tsx";
import { useToday } from "../../parts/now.ts";
import { Sigil } from "../../parts/sigil.tsx";
import { plainLine } from "../../words/plain.ts";
import { moment } from "../../words/say.ts";
import { wholeTime } from "../../words/time-of-day.ts";
import { workerShown } from "../../words/worker-name.ts";
import { Actions } from "./acts/actions.tsx";
import { Standing } from "./commission-state.tsx";
import styles from "./head.module.css";

export function Head({ commission }: { commission: CommissionDetail }) {
  const { worker, title, rehearsed } = commission;
  return (
    <header className={styles["head"]}>
      <Trail commission={commission} />
      <div className={styles["line"]}>
        <Sigil name={worker} size={28} />
        <div className={styles["words"]}>
          <h1>
            <bdi>{plainLine(title)}</bdi>
          </h1>
          <Origin commission={commission} />
        </div>
        <div className={styles["state"]}>
          {rehearsed && <Rehearsed />}
          <Outcome commission={commission} />
          <Actions commission={commission} />
        </div>
      </div>
      <Standing commission={commission} />
    </header>
  );
}

function Trail({ commission: { project } }: { commission: CommissionDetail }) {
  return (
    <nav className={styles["trail"]} aria-label="Where this belongs">
      <Link to="/commissions">Commissions</Link>
      {project && (
        <>
          {" / "}
          <Link to="/projects/$name" params={{ name: project }}>
            {project}
          </Link>
        </>
      )}
    </nav>
  );
}

function Origin({ commission }: { commission: CommissionDetail }) {
  const { worker, attempt, createdBy, createdAt, chore } = commission;
  const at = moment(createdAt, useToday());
  return (
    <p className={styles["origin"]}>
      {worker.includes(":") ? (
        workerShown(worker)
      ) : (
        <Link to="/workers/$name" params={{ name: worker }}>
          {workerShown(worker)}
        </Link>
      )}
      {" · "}attempt {attempt}
      {" · "}
      {chore ? "a chore of the hall," : `asked by ${askers[createdBy]}`}{" "}
      <time dateTime={createdAt} title={wholeTime(new Date(createdAt))}>
        {/^\d/.test(at) && at.includes(":") ? `at ${at}` : at}
      </time>
    </p>
  );
}

const askers: Readonly<Record<CreatedBy, string>> = {
  person: "you",
  manager: "the manager",
  issue: "an issue",
  rpc: "a program",
  mcp: "an assistant",
  member: "a guild member",
  hall: "the hall",
};
