// Shows the foot of the side bar: spending, slots in use, the sandbox level, the palette and help keys, and the theme.
import { useQuery } from "@tanstack/react-query";
import { sumText } from "../../src/rules/show/money.ts";
import { Key } from "../parts/button.tsx";
import { spentTitle, useSpent } from "../parts/spent.ts";
import { queries } from "../store/queries.ts";
import { openHelp } from "./help.tsx";
import { shownKey } from "./key-words.ts";
import { setPaletteOpen } from "./palette-door.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import styles from "./footing.module.css";

export function Footing() {
  const status = useQuery(queries.status()).data;
  return (
    <div className={styles["footing"]}>
      <div className={styles["spent"]}>
        <SpentLine />
      </div>
      {status && (
        <p title={status.sandbox.detail}>
          {status.slots.used} of {status.slots.total} slots ·{" "}
          {sandboxWords[status.sandbox.level] ?? status.sandbox.level}
        </p>
      )}
      <KeysLine />
      <ThemeSwitch />
    </div>
  );
}

const sandboxWords: Readonly<Record<string, string>> = { process: "process only", none: "no sandbox" };

export function SpentLine() {
  const spent = useSpent();
  if (!spent) return null;
  return (
    <p title={`Spent. ${spentTitle}`}>
      <span className={styles["sum"]}>{sumText(spent.today)} today ·</span>{" "}
      <span className={styles["sum"]}>{sumText(spent.week)} week</span>
    </p>
  );
}

function KeysLine() {
  return (
    <p className={styles["keys"]}>
      <button type="button" onClick={() => setPaletteOpen(true)}>
        <Key>{shownKey("mod+k")}</Key> anything
      </button>
      <button type="button" onClick={openHelp}>
        <Key>?</Key> keys
      </button>
    </p>
  );
}
