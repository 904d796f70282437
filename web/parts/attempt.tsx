// Shows which attempt at the same work a commission is, beside the title that all attempts share.
import type { ListedCommission } from "../../src/contract/api/api.ts";
import { useHall } from "../store/hall-store.ts";
import { attemptWords } from "../words/attempt.ts";
import styles from "./attempt.module.css";

type Tried = Pick<ListedCommission, "id" | "attempt">;

export function Attempt({ commission }: { commission: Tried }) {
  const words = useAttempt(commission);
  if (words === null) return null;
  return (
    <>
      {" "}
      <span className={styles["attempt"]}>{words}</span>
    </>
  );
}

/** Returns `null` if the commission is the only attempt. */
export function useAttempt(commission: Tried): string | null {
  return useHall(({ continued }) => attemptWords(commission, continued));
}
