// Sends finished work back: the comments on its diff and a note leave as one, and a new commission continues the work.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { call } from "../../../api/call.ts";
import { createIntents } from "../../../api/intent.ts";
import { AttachArea } from "../../../parts/attach.tsx";
import { Write } from "../../../parts/field.tsx";
import { ProblemNote } from "../../../parts/note.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { useModelRefusal } from "../../../store/model-refusal.ts";
import { useAttaching, whyNotYet } from "../../../parts/use-attaching.ts";
import { attachmentsIn } from "../../../words/attached.ts";
import { capital, counted, inWords } from "../../../words/say.ts";
import { plain } from "../../../words/plain.ts";
import type { SheetProps } from "../acts/cancel-sheet.tsx";
import {
  bodyOf,
  changeReviewDraft,
  clearReviewDraft,
  dropComment,
  useReviewDraft,
} from "./comment-drafts.ts";
import { CommentList } from "./comment-list.tsx";
import { useAfterLanding } from "./use-landing.ts";

interface SendBackProps extends SheetProps {
  done(next: CommissionDetail): void;
}

export function SendBackSheet({ commission, isOpen, close, done }: SendBackProps) {
  const { id, title, attempt } = commission;
  const draft = useReviewDraft(id);
  const noModel = useModelRefusal(commission);
  const attaching = useAttaching();
  const sending = useSendBack(commission, done);
  const { comments, note } = draft;
  const isEmpty = comments.length === 0 && note.trim() === "" && attaching.files.length === 0;
  return (
    <Sheet
      isOpen={isOpen}
      close={close}
      title={`Send “${plain(title)}” back?`}
      says={`A new commission, attempt ${inWords(attempt + 1)}, continues the work with what you write here, and says for each comment what it did.`}
      main={{
        says: comments.length === 0 ? "Send back" : `Send back with ${counted(comments.length, "comment")}`,
        busy: sending.isPending && "Sending back…",
        refusal:
          commission.afterEnd?.refusals.sendBack ??
          (noModel && `${capital(noModel)}.`) ??
          whyNotYet(attaching) ??
          (isEmpty ? "write a note or a comment first" : null),
      }}
      act={() => sending.mutate({ ...bodyOf(draft), ...attachmentsIn(attaching.files) })}
    >
      <CommentList comments={comments} drop={(key) => dropComment(id, key)} />
      <AttachArea attaching={attaching}>
        <Write
          label={comments.length === 0 ? "What should be different" : "A word to all of them"}
          hint={comments.length === 0 ? "Comments on lines of its diff go along with it." : "Optional."}
          value={note}
          change={(written) => changeReviewDraft(id, (before) => ({ ...before, note: written }))}
          maxLength={20_000}
          isFirst
        />
      </AttachArea>
      {sending.error && <ProblemNote problem={sending.error} />}
    </Sheet>
  );
}

/** A retry uses the same idempotency key. The draft is dropped only once the hall has it. */
function useSendBack({ id }: CommissionDetail, done: (next: CommissionDetail) => void) {
  const after = useAfterLanding();
  const [intentOf] = useState(createIntents);
  return useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf> & ReturnType<typeof attachmentsIn>) =>
      call("sendBack", { params: { id }, body, key: intentOf(body) }),
    onSuccess: (next) => {
      clearReviewDraft(id);
      after(id);
      done(next);
    },
    onError: () => after(id),
  });
}
