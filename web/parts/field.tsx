// Shows labelled form fields: a text, a number and a checkbox.
import { type KeyboardEvent, type ReactNode, useId } from "react";
import styles from "./field.module.css";

interface WriteProps {
  label: ReactNode;
  /** Why a person would fill in the field, or that it is optional. */
  hint?: ReactNode;
  value: string;
  change(value: string): void;
  rows?: number;
  maxLength?: number;
  /** True if the field takes the focus when it appears. */
  isFirst?: boolean;
  /** True if Enter submits the form and Shift Enter starts a new line: for short, optional text. */
  sendsOnEnter?: boolean;
}

export function Write(props: WriteProps) {
  const { label, hint, value, change, rows = 3, maxLength, isFirst = false, sendsOnEnter = false } = props;
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
        onKeyDown={(event) => sendsOnEnter && sendOnEnter(event)}
      />
      {hint && (
        <p className={styles["hint"]} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Submits the form on Enter, but not on an Enter that only ends an input method's composition. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent, currentTarget } = event;
  if (key !== "Enter" || shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing) return;
  event.preventDefault();
  currentTarget.form?.requestSubmit();
}

interface AmountProps {
  label: string;
  value: string;
  /** The value that applies while the field is empty. */
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
