// Cancels, redispatches or answers a commission from a list, in a dialog over the list, which stays as it is.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { CommissionDetail } from "../../../../src/contract/api/api.ts";
import { messageOf } from "../../../parts/note.tsx";
import { Overlay } from "../../../parts/overlay.tsx";
import { say } from "../../../parts/toast.tsx";
import { useModelRefusal } from "../../../store/model-refusal.ts";
import { queries } from "../../../store/queries.ts";
import { plainCut } from "../../../words/plain.ts";
import { AnswerForm } from "../../home/answer-form.tsx";
import { refusalsOf } from "./act-refusals.ts";
import { CancelSheet, type SheetProps } from "./cancel-sheet.tsx";
import { RedispatchSheet } from "./redispatch-sheet.tsx";
import { useTellAgain } from "./tell-again.ts";

export interface ActHereProps {
  act: "cancel" | "redispatch" | "answer";
  id: string;
  close(): void;
}

export function ActHere({ act, id, close }: ActHereProps) {
  const { data, error } = useQuery(queries.detail(id));
  const noModel = useModelRefusal({ worker: data?.worker ?? null, rehearsed: data?.rehearsed ?? false });
  const refusal = error ? messageOf(error) : data ? refusalsOf(data, noModel)[act] : null;
  useEffect(() => {
    if (refusal === null) return;
    say({ title: data ? `“${plainCut(data.title, 60)}”: ${refusal}` : refusal });
    close();
  }, [refusal]);
  return data && refusal === null ? <Over act={act} commission={data} close={close} /> : null;
}

function Over({
  act,
  commission,
  close,
}: Pick<ActHereProps, "act" | "close"> & { commission: CommissionDetail }) {
  const sheet = { commission, isOpen: true, close };
  if (act === "cancel") return <CancelSheet {...sheet} />;
  if (act === "redispatch") return <Again {...sheet} />;
  const { id, title } = commission;
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
