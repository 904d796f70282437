// Shows the actions on a commission. An action that the hall would refuse shows the reason beforehand.
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { findBranchThere } from "../../../../src/rules/project/branch-there.ts";
import { isTurnedDown } from "../../../../src/rules/show/seal.ts";
import { Button } from "../../../parts/button.tsx";
import { copyText } from "../../../parts/copy-button.tsx";
import { say } from "../../../parts/toast.tsx";
import { useOffer } from "../../../shell/at-hand.ts";
import { useKeys } from "../../../shell/keys.ts";
import { useModelRefusal } from "../../../store/model-refusal.ts";
import { inWords } from "../../../words/say.ts";
import { type CommissionAct, type ActRefusals, refusalsOf } from "./act-refusals.ts";
import { againWords } from "./again-words.ts";
import { CancelSheet } from "./cancel-sheet.tsx";
import { DeleteSheet } from "./delete-sheet.tsx";
import { MoreMenu, type MoreItem } from "./more-menu.tsx";
import { RedispatchSheet } from "./redispatch-sheet.tsx";

export function Actions({ commission }: { commission: CommissionDetail }) {
  const [open, setOpen] = useState<CommissionAct | null>(null);
  const navigate = useNavigate();
  const refusals = refusalsOf(commission, useModelRefusal(commission));
  const start = (act: CommissionAct) => {
    const refusal = refusals[act];
    if (refusal === null) setOpen(act);
    else say({ title: refusal });
  };
  useActionKeys(commission, start);
  const close = () => setOpen(null);
  const goOn = ({ id, attempt }: CommissionDetail) => {
    say({ title: `Redispatched: attempt ${inWords(attempt)}.` });
    void navigate({ to: "/commissions/$id", params: { id } });
  };
  const isOver = commission.endedAt !== null;
  const { main, more } = deedsOf(commission, { refusals, start });
  useOffer("This commission", [main, ...more]);
  const needsAgain = commission.status === "failed" || isTurnedDown(commission);
  return (
    <>
      {isOver ? (
        <Button
          keys="R"
          look={needsAgain && main.refusal === null ? "main" : "plain"}
          refusal={main.refusal}
          onClick={main.act}
        >
          {againWords(commission)}
        </Button>
      ) : (
        <Button keys="X" refusal={main.refusal} onClick={main.act}>
          Cancel
        </Button>
      )}
      <MoreMenu items={more} />
      <CancelSheet commission={commission} isOpen={open === "cancel"} close={close} />
      <RedispatchSheet commission={commission} isOpen={open === "redispatch"} close={close} done={goOn} />
      <DeleteSheet commission={commission} isOpen={open === "remove"} close={close} />
    </>
  );
}

interface Doing {
  refusals: ActRefusals;
  start(act: CommissionAct): void;
}

/**
 * Returns the action that has a button of its own, and the actions in the menu; the command palette has all of them.
 */
function deedsOf(
  commission: CommissionDetail,
  { refusals, start }: Doing,
): { main: MoreItem; more: MoreItem[] } {
  const { id, endedAt } = commission;
  const branch = findBranchThere(commission);
  const deed = (act: CommissionAct, { says, keys }: Pick<MoreItem, "says" | "keys">): MoreItem => ({
    says,
    keys,
    refusal: refusals[act],
    act: () => start(act),
  });
  const redispatch = deed("redispatch", { says: "Redispatch…", keys: "r" });
  const others: MoreItem[] = [
    {
      says: "Copy the branch name",
      keys: "b",
      refusal: branch === null ? whyNoBranch(commission) : null,
      act: () => copy(branch ?? "", "The branch name is copied."),
    },
    { says: "Copy the id", keys: null, refusal: null, act: () => copy(id, "The id is copied.") },
    { ...deed("remove", { says: "Delete…", keys: "Delete" }), isDanger: true },
  ];
  return endedAt === null
    ? { main: deed("cancel", { says: "Cancel…", keys: "x" }), more: [redispatch, ...others] }
    : { main: redispatch, more: others };
}

function whyNoBranch({ branch }: CommissionDetail): string {
  if (branch === null) return "It has no branch.";
  return branch.state === "merged"
    ? `Its branch is gone: it is merged into ${branch.into}.`
    : "Its branch is gone.";
}

function useActionKeys(commission: CommissionDetail, start: (act: CommissionAct) => void): void {
  const branch = findBranchThere(commission);
  const group = "This commission";
  const isOver = commission.endedAt !== null;
  useKeys([
    // Over finished work the same key rejects it.
    ...(isOver ? [] : [{ keys: "x", says: "Cancel", group, act: () => start("cancel") }]),
    { keys: "r", says: "Redispatch", group, act: () => start("redispatch") },
    { keys: "Delete", says: "Delete", group, act: () => start("remove") },
    {
      keys: "b",
      says: "Copy the branch name",
      group,
      act: () =>
        branch === null
          ? say({ title: whyNoBranch(commission) })
          : copy(branch, "The branch name is copied."),
    },
  ]);
}

function copy(text: string, done: string): void {
  copyText(text).then(
    () => say({ title: done }),
    () => say({ title: "The browser did not let this page copy." }),
  );
}
