// Applies the theme: the system's, or the one that a person chose on this machine.
import { create } from "zustand";
import { keep, readKept } from "../api/kept.ts";

export type Theme = "system" | "light" | "dark";
const key = "guild-hall-theme";

export const useTheme = create<{ theme: Theme }>(() => ({ theme: readTheme() }));

export function setTheme(theme: Theme): void {
  keep("local", key, theme);
  useTheme.setState({ theme });
  showTheme();
}

export function showTheme(): void {
  const { theme } = useTheme.getState();
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

function readTheme(): Theme {
  const kept = readKept("local", key);
  return kept === "light" || kept === "dark" ? kept : "system";
}
