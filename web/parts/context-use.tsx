// Shows how full a worker's context is: as a share of the model's window, or in tokens if the window is unknown.
import { contextWords, type ContextHeld } from "../words/context.ts";
import { short } from "../words/say.ts";
import styles from "./context-use.module.css";

export function ContextUse({ tokens, window }: ContextHeld) {
  const words = contextWords({ tokens, window });
  if (tokens === 0) return <span title="No request to the model yet">{words}</span>;
  if (window === null) return <span title="The size of its model’s context is not known">{words}</span>;
  return (
    <span className={styles["use"]} title={`${short(tokens)} of ${short(window)} tokens`}>
      <span>{words}</span>
      <ContextBar tokens={tokens} window={window} />
    </span>
  );
}

/** Shows only the bar, without words. */
export function ContextBar({ tokens, window }: ContextHeld) {
  const percent = window === null ? 0 : Math.min(100, (tokens / window) * 100);
  return (
    <span className={styles["bar"]} aria-hidden="true">
      <span className={percent > 80 ? styles["much"] : styles["fill"]} style={{ width: `${percent}%` }} />
    </span>
  );
}
