// Shows a field with its label, its hint and its error. A field that does not apply to the chosen worker says why
// instead.
import type { ReactNode } from "react";
import type { Field } from "./faults.ts";
import styles from "./view.module.css";

interface LabelledProps {
  field: Field;
  label: ReactNode;
  hint?: ReactNode;
  /** The error in the field's value. */
  wrong?: string | undefined;
  /** Why the field does not apply. */
  refusal?: string | null | undefined;
  children(control: Control): ReactNode;
}

export interface Control {
  id: string;
  disabled: boolean;
  "aria-describedby": string;
  "aria-invalid": true | undefined;
}

export function Labelled({ field, label, hint, wrong, refusal, children }: LabelledProps) {
  const id = idOf(field);
  return (
    <div className={styles["field"]} data-refused={refusal ? true : undefined}>
      <label className={styles["label"]} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        disabled: Boolean(refusal),
        "aria-describedby": `${id}-says`,
        "aria-invalid": wrong === undefined ? undefined : true,
      })}
      <Says field={field} hint={refusal ?? hint} wrong={refusal ? undefined : wrong} />
    </div>
  );
}

export function Says({ field, hint, wrong }: Pick<LabelledProps, "field" | "hint" | "wrong">) {
  return (
    <div id={`${idOf(field)}-says`}>
      {wrong !== undefined && (
        <p className={styles["wrong"]} role="alert">
          {wrong}
        </p>
      )}
      {hint && <p className={styles["hint"]}>{hint}</p>}
    </div>
  );
}

export function idOf(field: Field): string {
  return `new-${field}`;
}
