// A labelled place to write, one for a number, and one to tick.
import { type ReactNode, useId } from "react";
import styles from "./field.module.css";

interface WriteProps {
  label: ReactNode;
  /** Why one would fill it in, or what may be left out. */
  hint?: ReactNode;
  value: string;
  change(value: string): void;
  rows?: number;
  maxLength?: number;
  /** Takes the keyboard when it appears. */
  isFirst?: boolean;
}

export function Write({ label, hint, value, change, rows = 3, maxLength, isFirst = false }: WriteProps) {
  const id = useId();
  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        value={value}
        maxLength={maxLength}
        data-autofocus={isFirst || undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => change(target.value)}
      />
      {hint && (
        <p className={styles["hint"]} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface AmountProps {
  label: string;
  value: string;
  /** What counts while nothing is typed. */
  placeholder: string;
  change(value: string): void;
}

export function Amount({ label, value, placeholder, change }: AmountProps) {
  return (
    <label className={styles["amount"]}>
      {label}
      <input
        inputMode="decimal"
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        onChange={({ target }) => change(target.value)}
      />
    </label>
  );
}

interface TickProps {
  label: ReactNode;
  hint?: ReactNode;
  value: boolean;
  change(value: boolean): void;
}

export function Tick({ label, hint, value, change }: TickProps) {
  return (
    <label className={styles["tick"]}>
      <input type="checkbox" checked={value} onChange={({ target }) => change(target.checked)} />
      <span>
        {label}
        {hint && <span className={styles["hint"]}> {hint}</span>}
      </span>
    </label>
  );
}
