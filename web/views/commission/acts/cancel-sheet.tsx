// Cancels a commission that has not ended, with a reason for later readers.
import { useState } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { call } from "../../../api/call.ts";
import { Write } from "../../../parts/field.tsx";
import { ProblemNote } from "../../../parts/note.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { useAct } from "../../../store/use-act.ts";

export interface SheetProps {
  commission: CommissionDetail;
  isOpen: boolean;
  close(): void;
}

export function CancelSheet({ commission: { id, startedAt }, isOpen, close }: SheetProps) {
  const [reason, setReason] = useState("");
  const cancel = useAct(
    () => call("cancel", { params: { id }, body: reason.trim() === "" ? {} : { reason: reason.trim() } }),
    close,
  );
  return (
    <Sheet
      isOpen={isOpen}
      close={close}
      title="Cancel this commission?"
      says={
        startedAt === null
          ? "It has not started, and never will."
          : "Its worker is stopped. What it has done is kept."
      }
      main={{ says: "Cancel the commission", look: "danger", busy: cancel.isPending && "Cancelling…" }}
      act={() => cancel.mutate(undefined)}
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
      {cancel.error && <ProblemNote problem={cancel.error} />}
    </Sheet>
  );
}
