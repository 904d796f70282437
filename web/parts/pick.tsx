// Chooses one of several values, or all, with a native select, which every keyboard and screen reader knows.
import styles from "./pick.module.css";

interface PickProps<T extends string> {
  label: string;
  /** The label of the option that chooses nothing. */
  all: string;
  value: T | undefined;
  offered: readonly { value: T; word: string }[];
  choose(value: T | undefined): void;
}

export function Pick<T extends string>({ label, all, value, offered, choose }: PickProps<T>) {
  // Keeps the chosen value visible even if it is no longer offered.
  const known = value === undefined || offered.some((each) => each.value === value);
  return (
    <select
      className={styles["pick"]}
      aria-label={label}
      data-chosen={value !== undefined || undefined}
      value={value ?? ""}
      onChange={({ target }) => choose(target.value === "" ? undefined : (target.value as T))}
    >
      <option value="">{all}</option>
      {!known && <option value={value}>{value}</option>}
      {offered.map((each) => (
        <option key={each.value} value={each.value}>
          {each.word}
        </option>
      ))}
    </select>
  );
}
