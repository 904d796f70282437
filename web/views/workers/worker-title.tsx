// Shows a worker's emblem (`Sigil`) and name at the top of its page.
import { Sigil } from "../../parts/sigil.tsx";
import { workerShown } from "../../words/worker-name.ts";
import styles from "./view.module.css";

export function WorkerTitle({ name }: { name: string }) {
  return (
    <span className={styles["head"]}>
      <Sigil name={name} size={32} />
      {workerShown(name)}
    </span>
  );
}
