// Shows the acts on one piece of finished work: accept, send back and reject what waits; send back and undo what is
// merged. An act that the hall would refuse says why.
import { Button } from "../../parts/button.tsx";
import { useModelRefusal } from "../../store/model-refusal.ts";
import { isMerged } from "../../words/landing.ts";
import { capital } from "../../words/say.ts";
import { startActing } from "../commission/acts/acting.tsx";
import { readReviewDraft } from "../commission/review/comment-drafts.ts";
import { useAccept } from "../commission/review/use-landing.ts";
import type { ReadyItem } from "./use-ready.ts";

interface ActsProps {
  item: ReadyItem;
  /** Why no act is possible now; `null` if one may be. */
  busy: string | null;
}

export function ReadyActs({ item }: { item: ReadyItem }) {
  const { landing } = item.commission;
  const isUnderWay = landing?.state === "accepting" || landing?.state === "undoing";
  const busy = isUnderWay ? "It is under way." : null;
  if (landing !== null && isMerged(landing))
    return (
      <>
        <SendBack item={item} busy={busy} />
        <Undo item={item} busy={busy} />
      </>
    );
  return (
    <>
      <Accept item={item} busy={busy} />
      <SendBack item={item} busy={busy} />
      <Reject item={item} busy={busy} />
    </>
  );
}

function Accept({ item: { commission, refusals }, busy }: ActsProps) {
  const { id } = commission;
  const accept = useAccept(commission);
  const start = () => {
    // Comments that are not sent yet would be left behind, so the page asks first.
    if (readReviewDraft(id).comments.length > 0) startActing({ act: "accept", id });
    else accept.mutate(undefined);
  };
  return (
    <Button
      data-act="accept"
      keys="A"
      look="main"
      busy={accept.isPending && "Accepting…"}
      refusal={busy ?? refusals.accept}
      onClick={start}
    >
      Accept
    </Button>
  );
}

function SendBack({ item: { commission, refusals }, busy }: ActsProps) {
  const noModel = useModelRefusal(commission);
  return (
    <Button
      data-act="sendBack"
      keys="S"
      refusal={busy ?? refusals.sendBack ?? (noModel && `${capital(noModel)}.`)}
      onClick={() => startActing({ act: "sendBack", id: commission.id })}
    >
      Send back
    </Button>
  );
}

function Reject({ item: { commission, refusals }, busy }: ActsProps) {
  return (
    <Button
      data-act="reject"
      keys="X"
      look="danger"
      refusal={busy ?? refusals.reject}
      onClick={() => startActing({ act: "reject", id: commission.id })}
    >
      Reject
    </Button>
  );
}

function Undo({ item: { commission, refusals }, busy }: ActsProps) {
  return (
    <Button
      data-act="undo"
      keys="U"
      look="danger"
      refusal={busy ?? refusals.undo}
      onClick={() => startActing({ act: "undo", id: commission.id })}
    >
      Undo
    </Button>
  );
}
