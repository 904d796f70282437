// Formats a key the way this machine's system writes it.
export function shownKey(key: string, isApple = isOnApple()): string {
  const name = key.replace(/^mod\+/, "");
  const shown = signs[name] ?? (name.length === 1 ? name.toUpperCase() : name);
  if (name === key) return shown;
  return isApple ? `⌘${shown}` : `Ctrl ${shown}`;
}

function isOnApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

const signs: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Enter: "↵",
};
