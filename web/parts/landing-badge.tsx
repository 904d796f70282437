// Shows what became of finished work: a word about its landing if there is one, else its seal.
import type { ListedCommission } from "../../src/contract/api/api.ts";
import type { LandingSummary } from "../../src/contract/commission/landing.ts";
import { landingBadge, landingWord } from "../words/landing.ts";
import { Badge, Outcome, SealMark } from "./badge.tsx";

/** Shows how the work stands in a list: an act that is under way or stopped, else its seal. */
export function Standing({ commission }: { commission: ListedCommission }) {
  const badge = commission.landing && landingBadge(commission.landing);
  if (!badge) return <Outcome commission={commission} />;
  return (
    <Badge tone={badge.tone} mark={<SealMark seal={badge.tone === "madder" ? "refuted" : "not-yet"} />}>
      {badge.word}
    </Badge>
  );
}

export function LandingBadge({ landing }: { landing: LandingSummary }) {
  const { tone, word } = landingWord(landing);
  return <Badge tone={tone}>{word}</Badge>;
}
