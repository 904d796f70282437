// Chooses the worker: packages and guild members, each with its emblem (`Sigil`) and a line of description.
import { Link } from "@tanstack/react-router";
import { Badge } from "../../parts/badge.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import { isMember, workerShown } from "../../words/worker-name.ts";
import { idOf, Says } from "./labelled.tsx";
import type { Worker } from "./who.ts";
import styles from "./worker-field.module.css";

interface WorkerFieldProps {
  workers: readonly Worker[] | undefined;
  chosen: string;
  wrong: string | undefined;
  choose(name: string): void;
}

export function WorkerField({ workers, chosen, wrong, choose }: WorkerFieldProps) {
  return (
    <fieldset className={styles["workers"]} aria-describedby={`${idOf("worker")}-says`}>
      <legend>Worker</legend>
      {workers === undefined && <p>Fetching the workers…</p>}
      {workers?.length === 0 && (
        <p>
          No worker is installed. <Link to="/workers">Workers</Link> says which packages the hall skipped, and
          why.
        </p>
      )}
      <div className={styles["grid"]}>
        {workers?.map((worker, at) => (
          <label key={worker.name} className={styles["worker"]}>
            <input
              type="radio"
              name="worker"
              id={worker.name === chosen || (chosen === "" && at === 0) ? idOf("worker") : undefined}
              checked={worker.name === chosen}
              onChange={() => choose(worker.name)}
            />
            <Sigil name={worker.name} />
            <span className={styles["words"]}>
              <span className={styles["name"]}>
                {workerShown(worker.name)}
                {isMember(worker.name) && <Badge>guild member</Badge>}
                {worker.problems.length > 0 && <Badge tone="madder">problem</Badge>}
              </span>
              <span className={styles["says"]} title={worker.description}>
                {worker.description}
              </span>
            </span>
          </label>
        ))}
      </div>
      <Says field="worker" wrong={wrong} />
    </fieldset>
  );
}
