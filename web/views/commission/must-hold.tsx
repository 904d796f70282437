// Lists the acceptance checks and their state.
import { Link } from "@tanstack/react-router";
import { plainLine } from "../../words/plain.ts";
import type { AboutProps } from "./about.tsx";
import { CheckBadge } from "./check-badge.tsx";
import { checkStates } from "./checks-state.ts";
import { Group } from "./timeline/group.tsx";
import styles from "./about.module.css";

export function MustHold({ commission, planned }: Omit<AboutProps, "tab">) {
  const { id, checks, endedAt } = commission;
  const states = checkStates({ planned, checks, isOver: endedAt !== null });
  return (
    <Group title="Acceptance checks">
      {states.length === 0 ? (
        <p className={styles["quiet"]}>None: only its worker says whether it is done.</p>
      ) : (
        <ul className={styles["checks"]}>
          {states.map(({ command, state }, at) => (
            <li key={at}>
              <Link
                to="/commissions/$id"
                params={{ id }}
                search={{ tab: "checks" }}
                className={styles["check"]}
                title={plainLine(command)}
              >
                <code>{plainLine(command)}</code>
                <CheckBadge state={state} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Group>
  );
}
