// Copies text to the clipboard, and says so for a moment.
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";

interface CopyProps {
  text: string | (() => string);
  says?: string;
  /** Names what is copied, for screen readers. */
  label?: string;
  look?: "plain" | "quiet";
}

const shownMs = 1600;

export function CopyButton({ text, says = "Copy", label, look = "quiet" }: CopyProps) {
  const [went, setWent] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (went === null) return undefined;
    const timer = setTimeout(() => setWent(null), shownMs);
    return () => clearTimeout(timer);
  }, [went]);
  const copy = () =>
    copyText(typeof text === "string" ? text : text()).then(
      () => setWent("copied"),
      () => setWent("refused"),
    );
  return (
    <Button look={look} aria-label={went === null ? label : undefined} onClick={() => void copy()}>
      <span aria-live="polite">{went === null ? says : words[went]}</span>
    </Button>
  );
}

const words = { copied: "Copied", refused: "The browser refused" };

export function copyText(text: string): Promise<void> {
  return navigator.clipboard.writeText(text);
}
