// Names the kind of an item that needs a person, never by colour alone.
import type { AttentionKind } from "../../../src/contract/api/attention.ts";
import { Badge, Seal, StatusBadge } from "../../parts/badge.tsx";
import type { StatusTone } from "../../words/status.ts";

export function KindBadge({ kind }: { kind: AttentionKind }) {
  if (kind === "refuted" || kind === "conflict") return <Seal seal={kind} />;
  if (kind === "failed") return <StatusBadge status="failed" />;
  const { tone, word } = kinds[kind];
  return <Badge tone={tone}>{word}</Badge>;
}

const kinds: Record<
  Exclude<AttentionKind, "refuted" | "conflict" | "failed">,
  { tone: StatusTone; word: string }
> = {
  model: { tone: "brass", word: "Model" },
  quota: { tone: "brass", word: "Quota" },
  question: { tone: "brass", word: "Question" },
  setup: { tone: "brass", word: "Set-up" },
  project: { tone: "madder", word: "Project" },
  member: { tone: "madder", word: "Member" },
  package: { tone: "madder", word: "Package" },
  hall: { tone: "madder", word: "Hall" },
};
