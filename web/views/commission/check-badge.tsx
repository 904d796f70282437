// How a check came out, as a seal with its word.
import { Badge, SealMark } from "../../parts/badge.tsx";
import type { CheckState } from "./checks-state.ts";

const seals = {
  passed: { tone: "verdigris", trust: "verified", word: "passed" },
  failed: { tone: "madder", trust: "refuted", word: "failed" },
  "not-yet": { tone: "plain", trust: "not-yet", word: "not yet" },
  never: { tone: "plain", trust: "not-yet", word: "never run" },
} as const;

export function CheckBadge({ state }: { state: CheckState["state"] }) {
  const { tone, trust, word } = seals[state];
  return (
    <Badge tone={tone} mark={<SealMark trust={trust} />}>
      {word}
    </Badge>
  );
}
