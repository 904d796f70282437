// Shows the chain of attempts that a commission belongs to, as far as the page knows it.
import { Link } from "@tanstack/react-router";
import { useShallow } from "zustand/react/shallow";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { Outcome, Rehearsed } from "../../parts/badge.tsx";
import { useHall } from "../../store/hall-store.ts";
import { workerShown } from "../../words/worker-name.ts";
import { Group } from "./timeline/group.tsx";
import styles from "./about.module.css";

/** The most attempts that are shown. */
const mostShown = 12;

export function Attempts({ commission }: { commission: CommissionDetail }) {
  const chain = useHall(useShallow(({ commissions }) => chainOf(commissions, commission)));
  if (commission.continues === null && commission.continuedBy === null) return null;
  return (
    <Group title="Attempts">
      <ol className={styles["attempts"]}>
        {chain.map((id) => (
          <li key={id}>
            <Attempt id={id} isThis={id === commission.id} />
          </li>
        ))}
      </ol>
    </Group>
  );
}

function Attempt({ id, isThis }: { id: string; isThis: boolean }) {
  const known = useHall(({ commissions }) => commissions.get(id));
  if (!known) return <span className={styles["quiet"]}>an attempt that is not here any more</span>;
  const { attempt, worker, rehearsed } = known;
  return (
    <span className={styles["attempt"]} aria-current={isThis || undefined}>
      <span className={styles["number"]}>{attempt}</span>
      {isThis ? (
        <span>this one</span>
      ) : (
        <Link to="/commissions/$id" params={{ id }}>
          {workerShown(worker)}
        </Link>
      )}
      <span className={styles["marks"]}>
        {rehearsed && <Rehearsed />}
        <Outcome commission={known} />
      </span>
    </span>
  );
}

/** Returns the ids of at most `mostShown` attempts, in order, as far as the page knows the chain. */
function chainOf(
  commissions: ReadonlyMap<string, ListedCommission>,
  { id, continues, continuedBy }: CommissionDetail,
): string[] {
  const chain: string[] = [id];
  for (let before = continues; before !== null && chain.length < mostShown;) {
    chain.unshift(before);
    before = commissions.get(before)?.continues ?? null;
  }
  for (let next: string | null = continuedBy; next !== null && chain.length < mostShown;) {
    chain.push(next);
    next = nextOf(commissions, next);
  }
  return chain;
}

function nextOf(commissions: ReadonlyMap<string, ListedCommission>, id: string): string | null {
  for (const other of commissions.values()) if (other.continues === id) return other.id;
  return null;
}
