// Shows the acts on finished work at the foot of its view, where they stay in sight while its result and diff scroll.
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { say } from "../../../parts/toast.tsx";
import { useOffer } from "../../../shell/at-hand.ts";
import { useKeys } from "../../../shell/keys.ts";
import { useModelRefusal } from "../../../store/model-refusal.ts";
import { isMerged } from "../../../words/landing.ts";
import { plainLine } from "../../../words/plain.ts";
import { inWords } from "../../../words/say.ts";
import { type ActRefusals, type LandingSheetAct, refusalsOf } from "../acts/act-refusals.ts";
import type { MoreItem } from "../acts/more-menu.tsx";
import type { Tab } from "../tabs.ts";
import { AcceptSheet } from "./accept-sheet.tsx";
import { useReviewDraft } from "./comment-drafts.ts";
import styles from "./landing.module.css";
import { RejectSheet } from "./reject-sheet.tsx";
import { SendBackSheet } from "./send-back-sheet.tsx";
import { UndoSheet } from "./undo-sheet.tsx";
import { useAccept, useSeen } from "./use-landing.ts";

interface LandBarProps {
  commission: CommissionDetail;
  tab: Tab;
}

export function LandBar({ commission, tab }: LandBarProps) {
  const { landing } = commission;
  if (!landing || landing.state === "sent_back" || landing.state === "rejected" || landing.state === "undone")
    return null;
  return (
    <>
      <div className={styles["room"]} />
      <Bar commission={commission} tab={tab} />
    </>
  );
}

function Bar({ commission, tab }: LandBarProps) {
  const [open, setOpen] = useState<LandingSheetAct | null>(null);
  const { comments } = useReviewDraft(commission.id);
  const deeds = useDeeds(commission, setOpen);
  useBarKeys(deeds, tab);
  useOffer("Finished work", deeds);
  const navigate = useNavigate();
  const sheet = (act: LandingSheetAct) => ({
    commission,
    isOpen: open === act,
    close: () => setOpen(null),
  });
  const goOn = ({ id, attempt }: CommissionDetail) => {
    setOpen(null);
    say({ title: `Sent back: attempt ${inWords(attempt)}.` });
    void navigate({ to: "/commissions/$id", params: { id } });
  };
  const hasComments = comments.length > 0;
  return (
    <div className={styles["bar"]} data-land-bar="" role="group" aria-label="Acts on the finished work">
      {deeds.map(({ says, keys, refusal, act, name, busy }) => (
        <Button
          key={name}
          {...(keys !== null && { keys: keys.toUpperCase() })}
          look={lookOf(name, hasComments)}
          refusal={refusal}
          busy={busy}
          aria-pressed={name === "seen" ? (commission.landing?.seen ?? false) : undefined}
          onClick={act}
        >
          {name === "sendBack" && hasComments ? <SendBackWords count={comments.length} /> : says}
        </Button>
      ))}
      <span className={styles["says"]}>{whereTo(commission)}</span>
      <CherryPick commission={commission} />
      <AcceptSheet {...sheet("accept")} />
      <SendBackSheet {...sheet("sendBack")} done={goOn} />
      <RejectSheet {...sheet("reject")} />
      <UndoSheet {...sheet("undo")} />
    </div>
  );
}

function SendBackWords({ count }: { count: number }) {
  return (
    <span>
      Send back ({count}
      <span className={styles["words"]}> {count === 1 ? "comment" : "comments"}</span>)
    </span>
  );
}

interface Deed extends MoreItem {
  name: LandingSheetAct | "seen";
  busy: string | false;
}

function useDeeds(commission: CommissionDetail, open: (act: LandingSheetAct) => void): Deed[] {
  const refusals = refusalsOf(commission, useModelRefusal(commission));
  const { comments } = useReviewDraft(commission.id);
  const accept = useAccept(commission);
  const seen = useSeen(commission);
  const { landing } = commission;
  const isSeen = landing?.seen ?? false;
  const deed = (name: LandingSheetAct, says: string, keys: string): Deed => ({
    name,
    says,
    keys,
    refusal: refusalOf(commission, { name, refusals }),
    busy: name === "accept" && accept.isPending && "Accepting…",
    // Accepting leaves unsent comments behind, so the page asks first.
    act: () => (name === "accept" && comments.length === 0 ? accept.mutate(undefined) : open(name)),
  });
  const tick: Deed = {
    name: "seen",
    says: isSeen ? "Not seen" : "Seen",
    keys: "v",
    refusal: null,
    busy: seen.isPending && "…",
    act: () => seen.mutate(!isSeen),
  };
  if (landing && isMerged(landing))
    return [deed("sendBack", "Send back", "s"), deed("undo", "Undo", "u"), tick];
  return [
    deed("accept", "Accept", "a"),
    deed("sendBack", "Send back", "s"),
    deed("reject", "Reject", "x"),
    tick,
  ];
}

function refusalOf(
  { landing }: CommissionDetail,
  { name, refusals }: { name: LandingSheetAct; refusals: ActRefusals },
): string | null {
  if (landing?.state === "accepting") return "It is being accepted.";
  if (landing?.state === "undoing") return "Its merge is being undone.";
  return refusals[name];
}

function lookOf(name: Deed["name"], hasComments: boolean): "main" | "danger" | "quiet" | "plain" {
  if (name === "accept") return hasComments ? "plain" : "main";
  if (name === "sendBack") return hasComments ? "main" : "plain";
  return name === "seen" ? "quiet" : "danger";
}

/** In the diff, `v` marks a file as viewed. */
function useBarKeys(deeds: readonly Deed[], tab: Tab): void {
  useKeys(
    deeds.flatMap(({ name, keys, says, refusal, act }) =>
      keys === null || (name === "seen" && tab === "diff")
        ? []
        : [
            {
              keys,
              says,
              group: "Finished work",
              act: () => (refusal === null ? act() : say({ title: refusal })),
            },
          ],
    ),
  );
}

function whereTo({ landing, branch }: CommissionDetail): string {
  if (landing?.state !== "ready" || !branch) return "";
  const into = plainLine(branch.into);
  return landing.mode === "branch"
    ? `It stays on its branch. Accepted, it lands on ${into} all the same.`
    : `Accepted, it lands on ${into}.`;
}

/** Takes this one piece of work over alone. */
function CherryPick({ commission: { landing } }: { commission: CommissionDetail }) {
  if (!landing?.commit || !isMerged(landing)) return null;
  const command = `git cherry-pick ${landing.commit.slice(0, 12)}`;
  return (
    <span className={styles["pick"]}>
      Take over this one alone <code>{command}</code>
      <CopyButton text={command} label="Copy the command" />
    </span>
  );
}
