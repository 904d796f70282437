// Draws a worker's emblem, a shield that depends on the worker's name alone and so is the same everywhere. As
// in heraldry, it has a division, a charge (the figure on it) and a tincture (its colour).
import { type Arms, armsOf } from "../words/arms.ts";
import { classes } from "./classes.ts";
import styles from "./sigil.module.css";

const field = "M2 2h22v13c0 7-5 11-11 13C7 26 2 22 2 15z";

export function Sigil({ name, size = 26 }: { name: string; size?: number }) {
  const arms = armsOf(name);
  return (
    <svg
      className={classes(styles["sigil"], styles[arms.tincture])}
      viewBox="0 0 26 30"
      width={size}
      height={Math.round((size * 30) / 26)}
      aria-hidden="true"
    >
      <path className={styles["field"]} d={field} />
      <Division of={arms.division} />
      <Charge of={arms.charge} />
      <path className={styles["rim"]} d={field} />
    </svg>
  );
}

/** Draws an empty shield, for an item without a worker. */
export function BlankShield({ size = 26 }: { size?: number }) {
  return (
    <svg
      className={classes(styles["sigil"], styles["plain"])}
      viewBox="0 0 26 30"
      width={size}
      height={Math.round((size * 30) / 26)}
      aria-hidden="true"
    >
      <path className={styles["field"]} d={field} />
      <path className={styles["stroke"]} d="M13 8v8M13 19v2.6" />
      <path className={styles["rim"]} d={field} />
    </svg>
  );
}

function Division({ of }: { of: Arms["division"] }) {
  const line = divisions[of];
  return line === null ? null : <path className={styles["division"]} d={line} />;
}

const divisions: Record<Arms["division"], string | null> = {
  plain: null,
  pale: "M13 2v26",
  fess: "M2 13h22",
  quarterly: "M13 2v26M2 13h22",
  bend: "M3 3 22 21",
  saltire: "M3 3 21 22M23 3 5 22",
};

function Charge({ of }: { of: Arms["charge"] }) {
  return <path className={styles[of.startsWith("line") ? "stroke" : "charge"]} d={charges[of]} />;
}

const charges: Record<Arms["charge"], string> = {
  roundel: "M13 9.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
  lozenge: "M13 7.5 17.5 13 13 18.5 8.5 13z",
  mount: "M13 8 19 17H7z",
  star: "m13 7 1.7 4 4.3.4-3.3 2.8 1 4.3-3.7-2.3-3.7 2.3 1-4.3L7 11.4l4.3-.4z",
  cross: "M11.5 7.5h3v4h4v3h-4v4h-3v-4h-4v-3h4z",
  lineBend: "M3 20 23 7",
  lineBars: "M3 10.5h20M3 16h20",
  lineChevron: "M4 19 13 10l9 9",
};
