// Asks before finished work is accepted while comments on it are unsent, because accepting it leaves them behind.
import { Sheet } from "../../../parts/sheet.tsx";
import { plain } from "../../../words/plain.ts";
import { counted } from "../../../words/say.ts";
import type { SheetProps } from "../acts/cancel-sheet.tsx";
import { useReviewDraft } from "./comment-drafts.ts";
import { useAccept } from "./use-landing.ts";

export function AcceptSheet({ commission, isOpen, close }: SheetProps) {
  const accept = useAccept(commission);
  const { comments } = useReviewDraft(commission.id);
  return (
    <Sheet
      isOpen={isOpen}
      close={close}
      title={`Accept “${plain(commission.title)}”?`}
      says={
        comments.length === 0
          ? "It is merged once its checks pass on the merge."
          : `${counted(comments.length, "comment")} that you have written on it ${comments.length === 1 ? "is" : "are"} not sent: “Send back” would send ${comments.length === 1 ? "it" : "them"}. Accepted, the work is merged as it is.`
      }
      main={{
        says: "Accept it as it is",
        busy: accept.isPending && "Accepting…",
        refusal: commission.afterEnd?.refusals.accept ?? null,
      }}
      act={() => accept.mutate(undefined, { onSuccess: close })}
    />
  );
}
