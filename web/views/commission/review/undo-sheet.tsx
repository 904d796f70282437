// Undoes the merge of finished work, after saying what that does.
import { ProblemNote } from "../../../parts/note.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { plain, plainLine } from "../../../words/plain.ts";
import type { SheetProps } from "../acts/cancel-sheet.tsx";
import { useUndo } from "./use-landing.ts";

export function UndoSheet({ commission, isOpen, close }: SheetProps) {
  const undo = useUndo(commission, close);
  const into = plainLine(commission.branch?.into ?? "the integration branch");
  return (
    <Sheet
      isOpen={isOpen}
      close={close}
      title={`Undo the merge of “${plain(commission.title)}”?`}
      says={`A commit on ${into} reverts it, once the checks pass on the result. If the work cannot be reverted, or a check fails, nothing moves. Your own branch stays as it is.`}
      main={{
        says: "Undo the merge",
        look: "danger",
        busy: undo.isPending && "Undoing…",
        refusal: commission.afterEnd?.refusals.undo ?? null,
      }}
      act={() => undo.mutate(undefined)}
    >
      {undo.error && <ProblemNote problem={undo.error} />}
    </Sheet>
  );
}
