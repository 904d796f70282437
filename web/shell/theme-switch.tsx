// Chooses the theme: light, dark, or the system's.
import { useId } from "react";
import { setTheme, type Theme, useTheme } from "./theme.ts";
import styles from "./theme-switch.module.css";

const choices: readonly { theme: Theme; word: string }[] = [
  { theme: "system", word: "Auto" },
  { theme: "light", word: "Light" },
  { theme: "dark", word: "Dark" },
];

export function ThemeSwitch() {
  const chosen = useTheme(({ theme }) => theme);
  const name = useId();
  return (
    <fieldset className={styles["switch"]}>
      <legend className="unseen">Theme</legend>
      {choices.map(({ theme, word }) => (
        <label key={theme}>
          <input type="radio" name={name} checked={chosen === theme} onChange={() => setTheme(theme)} />
          <span>{word}</span>
        </label>
      ))}
    </fieldset>
  );
}
