// Deletes an ended commission: a failed one goes to the trash, any other is deleted for good.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { findBranchThere } from "../../../../src/rules/project/branch-there.ts";
import { call } from "../../../api/call.ts";
import { ProblemNote } from "../../../parts/note.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { say } from "../../../parts/toast.tsx";
import { plainCut } from "../../../words/plain.ts";
import type { SheetProps } from "./cancel-sheet.tsx";

export function DeleteSheet({ commission, isOpen, close }: SheetProps) {
  const { id, title } = commission;
  const { toTrash } = commission.refusals.remove;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call("remove", { params: { id }, query: { failedToo: toTrash ? "true" : undefined } }),
    onSuccess: ({ movedTo }) => {
      say({ title: `“${plainCut(title, 60)}” ${movedTo === null ? "is deleted" : "is in the trash"}.` });
      void queryClient.invalidateQueries({ queryKey: ["attention"] });
      void navigate({ to: "/commissions" });
    },
  });
  const fate = toTrash ? "It goes to the trash of the hall’s home." : "Its files are deleted for good.";
  const kept = findBranchThere(commission) === null ? "" : " Its branch stays in the repository.";
  return (
    <Sheet
      isOpen={isOpen}
      close={close}
      title="Delete this commission?"
      says={`${fate} Its ledger, result and artifacts are no longer shown.${kept}`}
      main={{ says: "Delete", look: "danger", busy: remove.isPending && "Deleting…" }}
      act={() => remove.mutate()}
    >
      {remove.error && <ProblemNote problem={remove.error} />}
    </Sheet>
  );
}
