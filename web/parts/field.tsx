// A labelled place to write, one for a number, and one to tick.
import { type KeyboardEvent, type ReactNode, useId } from "react";
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
  /** Enter sends its form, and Shift Enter begins a new line: for a few words that may be left out. */
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

/** Enter also ends what an input method composes; that sends nothing. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent, currentTarget } = event;
  if (key !== "Enter" || shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing) return;
  event.preventDefault();
  currentTarget.form?.requestSubmit();
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
