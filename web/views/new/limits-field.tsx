// How much of everything it may take at most. What is left empty is what its worker has, or its project.
import { duration } from "../../words/say.ts";
import type { Draft } from "./draft.ts";
import type { Allowed, Faults } from "./faults.ts";
import { Labelled } from "./labelled.tsx";
import styles from "./view.module.css";

interface LimitsFieldProps {
  draft: Draft;
  allowed: Allowed | null;
  model: string | null;
  faults: Faults;
  change(change: Partial<Draft>): void;
}

export function LimitsField({ draft, allowed, model, faults, change }: LimitsFieldProps) {
  const own = ownOf(allowed);
  return (
    <div className={styles["limits"]}>
      {limits.map(({ field, label, mode }) => (
        <Labelled key={field} field={field} label={label} wrong={faults[field]} hint={own[field].hint}>
          {(control) => (
            <input
              {...control}
              inputMode={mode}
              autoComplete="off"
              value={draft[field]}
              placeholder={own[field].placeholder}
              onChange={({ target }) => change({ [field]: target.value })}
            />
          )}
        </Labelled>
      ))}
      <Labelled field="model" label="Model" wrong={faults.model} hint={model ? "its own" : ""}>
        {(control) => (
          <input
            {...control}
            className={styles["machine"]}
            autoComplete="off"
            spellCheck={false}
            value={draft.model}
            placeholder={model ?? "the usual one"}
            onChange={({ target }) => change({ model: target.value })}
          />
        )}
      </Labelled>
    </div>
  );
}

const limits = [
  { field: "maxTurns", label: "Turns", mode: "numeric" },
  { field: "maxBudgetUsd", label: "Dollars", mode: "decimal" },
  { field: "maxMinutes", label: "Minutes at work", mode: "decimal" },
] as const;

function ownOf(allowed: Allowed | null) {
  const hint = (by: string | undefined) => (by === undefined ? "" : `of ${by}`);
  const seconds = allowed?.maxSeconds ?? null;
  return {
    maxTurns: { placeholder: allowed ? String(allowed.maxTurns) : "", hint: hint(allowed?.by.maxTurns) },
    maxBudgetUsd: {
      placeholder: allowed ? String(allowed.maxBudgetUsd) : "",
      hint: hint(allowed?.by.maxBudgetUsd),
    },
    maxMinutes: {
      placeholder: allowed === null ? "" : seconds === null ? "no limit" : String(seconds / 60),
      hint: seconds === null ? "" : `${duration(seconds * 1000)}, ${hint(allowed?.by.maxSeconds)}`,
    },
  };
}
