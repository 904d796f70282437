// What can be done about a commission. What the hall would refuse is shown with its reason before it is tried.
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CommissionDetail } from "../../../src/contract/api.ts";
import { Button } from "../../parts/button.tsx";
import { copyText } from "../../parts/copy-button.tsx";
import { say } from "../../parts/toast.tsx";
import { useKeys } from "../../shell/keys.ts";
import { useModelRefusal } from "../../store/model-refusal.ts";
import { inWords } from "../../words/say.ts";
import { type Act, type ActRefusals, refusalsOf } from "./act-refusals.ts";
import { CancelSheet } from "./cancel-sheet.tsx";
import { DeleteSheet } from "./delete-sheet.tsx";
import { MoreMenu, type MoreItem } from "./more-menu.tsx";
import { RedispatchSheet } from "./redispatch-sheet.tsx";

export function Actions({ commission }: { commission: CommissionDetail }) {
  const [open, setOpen] = useState<Act | null>(null);
  const navigate = useNavigate();
  const refusals = refusalsOf(commission, useModelRefusal(commission));
  const start = (act: Act) => {
    const refusal = refusals[act];
    if (refusal === null) setOpen(act);
    else say({ title: refusal });
  };
  useActionKeys(commission, start);
  const close = () => setOpen(null);
  const goOn = ({ id, attempt }: CommissionDetail) => {
    say({ title: `Taken up again: attempt ${inWords(attempt)}.` });
    void navigate({ to: "/commissions/$id", params: { id } });
  };
  const isOver = commission.endedAt !== null;
  const needsAgain = commission.status === "failed" || commission.trust === "refuted";
  return (
    <>
      {isOver ? (
        <Button
          keys="R"
          look={needsAgain && refusals.redispatch === null ? "main" : "plain"}
          refusal={refusals.redispatch}
          onClick={() => start("redispatch")}
        >
          Redispatch
        </Button>
      ) : (
        <Button keys="X" refusal={refusals.cancel} onClick={() => start("cancel")}>
          Cancel
        </Button>
      )}
      <MoreMenu items={moreItems(commission, { refusals, start })} />
      <CancelSheet commission={commission} isOpen={open === "cancel"} close={close} />
      <RedispatchSheet commission={commission} isOpen={open === "redispatch"} close={close} done={goOn} />
      <DeleteSheet commission={commission} isOpen={open === "remove"} close={close} />
    </>
  );
}

interface Doing {
  refusals: ActRefusals;
  start(act: Act): void;
}

function moreItems({ id, branch, endedAt }: CommissionDetail, { refusals, start }: Doing): MoreItem[] {
  const redispatch = { says: "Redispatch…", refusal: refusals.redispatch, act: () => start("redispatch") };
  return [
    ...(endedAt === null ? [redispatch] : []),
    {
      says: "Copy the branch name",
      refusal: branch === null ? "It has no branch." : null,
      act: () => copy(branch?.name ?? "", "The branch name is copied."),
    },
    { says: "Copy the id", refusal: null, act: () => copy(id, "The id is copied.") },
    { says: "Delete…", refusal: refusals.remove, act: () => start("remove"), isDanger: true },
  ];
}

function useActionKeys({ branch }: CommissionDetail, start: (act: Act) => void): void {
  const group = "This commission";
  useKeys([
    { keys: "x", says: "Cancel", group, act: () => start("cancel") },
    { keys: "r", says: "Redispatch", group, act: () => start("redispatch") },
    { keys: "Delete", says: "Delete", group, act: () => start("remove") },
    {
      keys: "b",
      says: "Copy the branch name",
      group,
      act: () =>
        branch ? copy(branch.name, "The branch name is copied.") : say({ title: "It has no branch." }),
    },
  ]);
}

function copy(text: string, done: string): void {
  copyText(text).then(
    () => say({ title: done }),
    () => say({ title: "The browser did not let this page copy." }),
  );
}
