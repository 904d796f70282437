// Shows the head of a commission: its title, worker, state and actions.
import { Link } from "@tanstack/react-router";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import type { CreatedBy, Status } from "../../../src/contract/commission/commission.ts";
import { Ago } from "../../parts/ago.tsx";
import { Outcome, Rehearsed } from "../../parts/badge.tsx";
import { LandingBadge } from "../../parts/landing-badge.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import { plainLine } from "../../words/plain.ts";
import { workerShown } from "../../words/worker-name.ts";
import { Actions } from "./acts/actions.tsx";
import { LandingNote } from "./review/landing-note.tsx";
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
          {commission.landing && <LandingBadge landing={commission.landing} />}
          <Actions commission={commission} />
        </div>
      </div>
      <Standing commission={commission} />
      <LandingNote commission={commission} />
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
  const { worker, attempt, createdBy, createdAt, endedAt, chore } = commission;
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
      {chore ? "a chore of the hall," : `asked by ${askers[createdBy]}`} <Ago at={createdAt} />
      {endedAt !== null && (
        <>
          {" · "}
          {ends[commission.status] ?? "ended"} <Ago at={endedAt} />
        </>
      )}
    </p>
  );
}

const ends: Partial<Record<Status, string>> = {
  completed: "finished",
  failed: "failed",
  cancelled: "cancelled",
};

const askers: Readonly<Record<CreatedBy, string>> = {
  person: "you",
  manager: "the manager",
  issue: "an issue",
  rpc: "a program",
  mcp: "an assistant",
  member: "a guild member",
  hall: "the hall",
};
