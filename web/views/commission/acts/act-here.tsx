// Carries out an act on a commission from a list, such as to cancel or to redispatch it, in a dialog over the list, which stays as it is.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { messageOf } from "../../../parts/note.tsx";
import { Overlay } from "../../../parts/overlay.tsx";
import { say } from "../../../parts/toast.tsx";
import { useHall } from "../../../store/hall-store.ts";
import { useModelRefusal } from "../../../store/model-refusal.ts";
import { queries } from "../../../store/queries.ts";
import { plainCut } from "../../../words/plain.ts";
import { AnswerForm } from "../../home/answer-form.tsx";
import { AcceptSheet } from "../review/accept-sheet.tsx";
import { RejectSheet } from "../review/reject-sheet.tsx";
import { SendBackSheet } from "../review/send-back-sheet.tsx";
import { UndoSheet } from "../review/undo-sheet.tsx";
import { type LandingSheetAct, refusalsOf } from "./act-refusals.ts";
import { CancelSheet, type SheetProps } from "./cancel-sheet.tsx";
import { RedispatchSheet } from "./redispatch-sheet.tsx";
import { useTellAgain } from "./tell-again.ts";

export interface ActHereProps {
  act: "cancel" | "redispatch" | "answer" | LandingSheetAct;
  id: string;
  close(): void;
}

export function ActHere({ act, id, close }: ActHereProps) {
  const { data, error, isFetching } = useQuery(queries.detail(id));
  const noModel = useModelRefusal({ worker: data?.worker ?? null, rehearsed: data?.rehearsed ?? false });
  const told = useHall(({ commissions }) => commissions.get(id)?.landing?.state);
  // The stream may have told of an act that the detail does not know yet: it is fetched again soon.
  const isOld = data !== undefined && told !== undefined && told !== data.landing?.state;
  const isKnown = data !== undefined && !isFetching && !isOld;
  const refusal = error ? messageOf(error) : isKnown ? refusalsOf(data, noModel)[act] : null;
  useEffect(() => {
    if (refusal === null) return;
    say({ title: data ? `“${plainCut(data.title, 60)}”: ${refusal}` : refusal });
    close();
  }, [refusal]);
  return data && !isOld && refusal === null ? <Over act={act} commission={data} close={close} /> : null;
}

function Over({
  act,
  commission,
  close,
}: Pick<ActHereProps, "act" | "close"> & { commission: CommissionDetail }) {
  const sheet = { commission, isOpen: true, close };
  const { id, title } = commission;
  switch (act) {
    case "cancel":
      return <CancelSheet {...sheet} />;
    case "redispatch":
      return <Again {...sheet} />;
    case "accept":
      return <AcceptSheet {...sheet} />;
    case "sendBack":
      return <Back {...sheet} />;
    case "reject":
      return <RejectSheet {...sheet} />;
    case "undo":
      return <UndoSheet {...sheet} />;
    case "answer":
  }
  return (
    <Overlay isOpen setOpen={(isOpen) => !isOpen && close()} title={plainCut(title, 120)} size="wide">
      <AnswerForm commission={id} title={title} close={close} />
    </Overlay>
  );
}

/** Redispatches without leaving the list; a toast links to the new commission. */
function Again(sheet: SheetProps) {
  const tell = useTellAgain();
  const done = (next: CommissionDetail) => {
    sheet.close();
    tell(next);
  };
  return <RedispatchSheet {...sheet} done={done} />;
}

/** Sends the work back without leaving the list. */
function Back(sheet: SheetProps) {
  const tell = useTellAgain("sent back");
  const done = (next: CommissionDetail) => {
    sheet.close();
    tell(next);
  };
  return <SendBackSheet {...sheet} done={done} />;
}
