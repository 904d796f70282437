// Edits the limits. An empty field means the worker's or the project's limit; a person may ask for more, up to what the
// project and the hall allow.
import { dollars, duration } from "../../words/say.ts";
import type { CommissionDraft } from "./draft.ts";
import type { Allowed, Faults, UpperBound } from "./faults.ts";
import { Labelled } from "./labelled.tsx";
import { type Chooser, ModelField } from "./model-field.tsx";
import styles from "./view.module.css";

interface LimitsFieldProps {
  draft: CommissionDraft;
  allowed: Allowed | null;
  model: Chooser;
  faults: Faults;
  change(change: Partial<CommissionDraft>): void;
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
      <ModelField draft={draft} wrong={faults.model} change={change} {...model} />
    </div>
  );
}

const limits = [
  { field: "maxTurns", label: "Turns", mode: "numeric" },
  { field: "maxBudgetUsd", label: "Dollars", mode: "decimal" },
  { field: "maxMinutes", label: "Minutes at work", mode: "decimal" },
] as const;

function ownOf(allowed: Allowed | null) {
  const seconds = allowed?.maxSeconds ?? null;
  const most = allowed?.most;
  return {
    maxTurns: {
      placeholder: allowed ? String(allowed.maxTurns) : "",
      hint: hintOf(allowed?.by.maxTurns, most?.maxTurns, String),
    },
    maxBudgetUsd: {
      placeholder: allowed ? String(allowed.maxBudgetUsd) : "",
      hint: hintOf(allowed?.by.maxBudgetUsd, most?.maxBudgetUsd, dollars),
    },
    maxMinutes: {
      placeholder: allowed === null ? "" : seconds === null ? "no limit" : String(seconds / 60),
      hint:
        seconds === null
          ? ""
          : `${duration(seconds * 1000)}, ${hintOf(allowed?.by.maxSeconds, most?.maxSeconds, (value) => duration(value * 1000))}`,
    },
  };
}

/** Says who set the default, and how far a person may go above it. */
function hintOf(
  by: string | undefined,
  most: UpperBound | null | undefined,
  show: (value: number) => string,
): string {
  if (by === undefined) return "";
  return most ? `by ${by}; at most ${show(most.value)}, says ${most.by}` : `by ${by}; you may ask for more`;
}
