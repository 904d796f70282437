// Rejects finished work: it stays on its branch, with a reason for later readers.
import { useState } from "react";
import { Write } from "../../../parts/field.tsx";
import { ProblemNote } from "../../../parts/note.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { plain, plainLine } from "../../../words/plain.ts";
import type { SheetProps } from "../acts/cancel-sheet.tsx";
import { useReject } from "./use-landing.ts";

export function RejectSheet({ commission, isOpen, close }: SheetProps) {
  const [reason, setReason] = useState("");
  const reject = useReject(commission, close);
  const branch = commission.branch?.name;
  return (
    <Sheet
      isOpen={isOpen}
      close={close}
      title={`Reject “${plain(commission.title)}”?`}
      says={`Nothing is merged.${branch === undefined ? "" : ` The work stays on its branch ${plainLine(branch)}.`}`}
      main={{
        says: "Reject",
        look: "danger",
        busy: reject.isPending && "Rejecting…",
        refusal: commission.afterEnd?.refusals.reject ?? null,
      }}
      act={() => reject.mutate(reason)}
    >
      <Write
        label="Why"
        hint="Optional. It is kept in the ledger. Shift Enter begins a new line."
        value={reason}
        change={setReason}
        rows={2}
        maxLength={2000}
        isFirst
        sendsOnEnter
      />
      {reject.error && <ProblemNote problem={reject.error} />}
    </Sheet>
  );
}
