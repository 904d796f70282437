// Redispatches an ended commission, with answers to its questions and a note to the worker.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { sealOf } from "../../../../src/rules/show/seal.ts";
import { call } from "../../../api/call.ts";
import { createIntents } from "../../../api/intent.ts";
import { AttachArea } from "../../../parts/attach.tsx";
import { Tick, Write } from "../../../parts/field.tsx";
import { ProblemNote } from "../../../parts/note.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { useAttaching, whyNotYet } from "../../../parts/use-attaching.ts";
import { type AttachedFile, attachmentsIn } from "../../../words/attached.ts";
import { type CommissionBounds, noBounds, readBounds } from "../../../words/bounds.ts";
import { openQuestions } from "../../../words/open-questions.ts";
import { plain } from "../../../words/plain.ts";
import { isMember } from "../../../words/worker-name.ts";
import { inWords } from "../../../words/say.ts";
import { keepDraft, readDraft } from "./answer-draft.ts";
import { againWords } from "./again-words.ts";
import { AgainLimits } from "./again-limits.tsx";
import type { SheetProps } from "./cancel-sheet.tsx";

interface Order {
  note: string;
  fresh: boolean;
  files: readonly AttachedFile[];
  bounds: CommissionBounds;
  /** The answers, by the number of the question. */
  answers: Readonly<Record<number, string>>;
}

interface RedispatchSheetProps extends SheetProps {
  done(next: CommissionDetail): void;
}

export function RedispatchSheet({ commission, isOpen, close, done }: RedispatchSheetProps) {
  const [note, setNote] = useState("");
  const [typed, setTyped] = useState(noBounds);
  const [fresh, setFresh] = useState(false);
  const [answers, setAnswers] = useState<Order["answers"]>({});
  const attaching = useAttaching();
  const redispatch = useRedispatch(commission, done);
  const bounds = readBounds(typed);
  const wrong = typeof bounds === "string" ? bounds : null;
  const open = openQuestions(commission);
  const given = (number: number) => answers[number] ?? readDraft({ id: commission.id, number });
  const filled = () => Object.fromEntries(open.map(({ number }) => [number, given(number)]));
  return (
    <Sheet
      isOpen={isOpen}
      close={close}
      title={`Redispatch “${plain(commission.title)}”?`}
      says={beginsAt(commission)}
      main={{
        says: fresh ? "Redispatch" : againWords(commission),
        busy: redispatch.isPending && "Redispatching…",
        refusal: commission.refusals.redispatch ?? wrong ?? whyNotYet(attaching),
      }}
      act={() =>
        typeof bounds !== "string" &&
        redispatch.mutate({ note, fresh, bounds, answers: filled(), files: attaching.files })
      }
    >
      {open.map(({ number, question }) => (
        <Write
          key={number}
          label={plain(question)}
          hint="Left empty, the question stays open."
          value={given(number)}
          change={(answer) => {
            keepDraft({ id: commission.id, number }, answer);
            setAnswers({ ...answers, [number]: answer });
          }}
          rows={2}
          maxLength={20_000}
        />
      ))}
      <AttachArea attaching={attaching} refusal={isMember(commission.worker) ? noFiles : null}>
        <Write label="A note to the worker" value={note} change={setNote} maxLength={20_000} />
      </AttachArea>
      <AgainLimits commission={commission} typed={typed} wrong={wrong} change={setTyped} />
      {keepsWork(commission) && (
        <Tick
          label="Start afresh"
          hint="from the integration branch, without the files or the patch of this attempt"
          value={fresh}
          change={setFresh}
        />
      )}
      {redispatch.error && <ProblemNote problem={redispatch.error} />}
    </Sheet>
  );
}

const noFiles = "A guild member cannot read attached files.";

function beginsAt(commission: CommissionDetail): string {
  const next = `A new commission, attempt ${inWords(commission.attempt + 1)},`;
  if (sealOf(commission) !== "conflict") return `${next} continues the work and is told how this one ended.`;
  return `${next} begins at ${plain(commission.branch?.into ?? "the integration branch")} as it is now and gets the patch of this one to apply.`;
}

/** Returns whether this attempt left work that a fresh start would not continue. */
function keepsWork({ branch }: CommissionDetail): boolean {
  return branch?.state === "kept" || branch?.state === "conflict";
}

/**
 * Sends the answers first, because a new attempt is told only the recorded ones. A retry uses the same idempotency key.
 */
function useRedispatch({ id }: CommissionDetail, done: (next: CommissionDetail) => void) {
  const queryClient = useQueryClient();
  const [intentOf] = useState(createIntents);
  return useMutation({
    mutationFn: async ({ note, fresh, bounds, answers, files }: Order) => {
      for (const [number, answer] of Object.entries(answers)) {
        if (answer.trim() === "") continue;
        await call("answer", { params: { id }, body: { question: Number(number), answer: answer.trim() } });
        keepDraft({ id, number: Number(number) }, "");
      }
      const body = {
        ...(note.trim() !== "" && { note: note.trim() }),
        ...attachmentsIn(files),
        ...(fresh && { fresh }),
        ...(Object.keys(bounds).length > 0 && { config: bounds }),
      };
      return call("redispatch", { params: { id }, body, key: intentOf(body) });
    },
    onSuccess: (next) => {
      void queryClient.invalidateQueries({ queryKey: ["attention"] });
      void queryClient.invalidateQueries({ queryKey: ["commission", id] });
      done(next);
    },
  });
}
