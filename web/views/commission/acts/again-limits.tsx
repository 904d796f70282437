// Edits the limits of the next attempt; an empty field keeps this attempt's limit.
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { Amount } from "../../../parts/field.tsx";
import { boundsBefore, limitWords, type TypedBounds } from "../../../words/bounds.ts";
import styles from "./again-limits.module.css";

interface AgainLimitsProps {
  commission: CommissionDetail;
  typed: TypedBounds;
  wrong: string | null;
  change(typed: TypedBounds): void;
}

export function AgainLimits({ commission: { limits, error }, typed, wrong, change }: AgainLimitsProps) {
  const before = boundsBefore(limits);
  return (
    <fieldset className={styles["limits"]}>
      <legend>At most</legend>
      <div className={styles["amounts"]}>
        {amounts.map(({ key, label }) => (
          <Amount
            key={key}
            label={label}
            value={typed[key]}
            placeholder={before[key]}
            change={(value) => change({ ...typed, [key]: value })}
          />
        ))}
      </div>
      <p className={styles["hint"]} role={wrong === null ? undefined : "alert"}>
        {wrong ??
          limitWords(error?.code) ??
          "An empty field keeps the earlier limit. You may ask for more than the worker’s own limits, up to what the hall and the project allow."}
      </p>
    </fieldset>
  );
}

const amounts = [
  { key: "usd", label: "Dollars" },
  { key: "turns", label: "Turns" },
  { key: "minutes", label: "Minutes" },
] as const;
