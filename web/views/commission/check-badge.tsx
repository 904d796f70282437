// Shows a check's outcome as a seal with its word.
import { Badge, SealMark } from "../../parts/badge.tsx";
import type { CheckState } from "./checks-state.ts";

const seals = {
  passed: { tone: "verdigris", seal: "verified", word: "passed" },
  failed: { tone: "madder", seal: "refuted", word: "failed" },
  "not-yet": { tone: "plain", seal: "not-yet", word: "not yet" },
  never: { tone: "plain", seal: "not-yet", word: "never run" },
} as const;

export function CheckBadge({ state }: { state: CheckState["state"] }) {
  const { tone, seal, word } = seals[state];
  return (
    <Badge tone={tone} mark={<SealMark seal={seal} />}>
      {word}
    </Badge>
  );
}
