// Answers a commission's open questions in place, one after the other.
import { useQuery } from "@tanstack/react-query";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { call } from "../../api/call.ts";
import { AnswerBox } from "../../parts/answer-box.tsx";
import { Button } from "../../parts/button.tsx";
import { messageOf, ProblemNote } from "../../parts/note.tsx";
import { say } from "../../parts/toast.tsx";
import { type Attaching, useAttaching } from "../../parts/use-attaching.ts";
import { useModelRefusal } from "../../store/model-refusal.ts";
import { queries } from "../../store/queries.ts";
import { useAct } from "../../store/use-act.ts";
import { attachmentsIn } from "../../words/attached.ts";
import { mayHearAnswer } from "../../words/note-words.ts";
import { type OpenQuestion, openQuestions } from "../../words/open-questions.ts";
import { keepDraft, useAnswerDraft } from "../commission/acts/answer-draft.ts";
import { type Redispatch, useRedispatch } from "./use-redispatch.ts";
import styles from "./answer-form.module.css";

interface AnswerFormProps {
  commission: string;
  /** The title already shown above; the question is repeated only if it differs. */
  title: string;
  close(): void;
}

export function AnswerForm({ commission, title, close }: AnswerFormProps) {
  const { data, error, refetch } = useQuery(queries.detail(commission));
  if (error) return <ProblemNote problem={error} retry={() => void refetch()} />;
  if (!data) return <p className={styles["hint"]}>Fetching the question…</p>;
  const open = openQuestions(data);
  const [first] = open;
  if (!first) return <p className={styles["hint"]}>This question is answered.</p>;
  return <Form key={first.number} {...{ detail: data, open, first, title, close }} />;
}

interface FormProps extends Pick<AnswerFormProps, "title" | "close"> {
  detail: CommissionDetail;
  open: readonly OpenQuestion[];
  first: OpenQuestion;
}

function Form({ detail, open, first, title, close }: FormProps) {
  const { text, write } = useAnswerDraft({ id: detail.id, number: first.number });
  const redispatch = useRedispatch({ commission: detail.id, refused: sayRefused });
  const isLast = open.length === 1;
  const attaching = useAttaching();
  const noModel = useModelRefusal(detail);
  const answer = useAnswer({ detail, first, isLast, close, redispatch, noModel, attaching });
  const label = (
    <>
      {isLast ? "Your answer" : `Your answer to the first of ${open.length} questions`}
      <span className={styles["hint"]}> · {fateOf(detail)}</span>
    </>
  );
  return (
    <div className={styles["form"]}>
      {first.question.trim() !== title.trim() && <p className={styles["question"]}>{first.question}</p>}
      <AnswerBox
        id={`answer-${detail.id}`}
        question={first.question}
        isGoneTo
        onKeyDown={(event) => event.key === "Escape" && leave(event.currentTarget, close)}
        {...{ label, text, write, answer, attaching }}
      >
        <Button look="quiet" onClick={close}>
          Not now
        </Button>
      </AnswerBox>
    </div>
  );
}

/** Reports a refusal in a toast, because the form is closed by the time a person redispatches. */
function sayRefused(problem: Error): void {
  say({ title: `The redispatch failed: ${messageOf(problem)}` });
}

/** Says what becomes of the answer. A question never stops the work: its worker hears the answer under way. */
function fateOf(commission: CommissionDetail): string {
  if (mayHearAnswer(commission)) return "the work continues; its worker hears it with its next request";
  return commission.endedAt === null
    ? "the work continues without it; the next attempt gets it"
    : "this attempt ended without it; the next one gets it";
}

/** Closes the form and focuses its row. */
function leave(form: HTMLElement, close: () => void): void {
  const row = form.closest("[data-row]");
  close();
  row?.querySelector<HTMLElement>("[data-act=answer]")?.focus();
}

interface Answering extends Pick<FormProps, "detail" | "first" | "close"> {
  noModel: string | null;
  isLast: boolean;
  redispatch: Redispatch;
  attaching: Attaching;
}

function useAnswer({ detail, first, isLast, close, redispatch, noModel, attaching }: Answering) {
  return useAct(
    (answer: string) => {
      const body = { question: first.number, answer, ...attachmentsIn(attaching.files) };
      return call("answer", { params: { id: detail.id }, body });
    },
    (now) => {
      keepDraft({ id: detail.id, number: first.number }, "");
      if (!isLast) return;
      close();
      const canGoOn = now.refusals.redispatch === null && noModel === null;
      say({
        title: "Your answer is on record.",
        ...(canGoOn && { action: { says: "Redispatch with it", act: redispatch.start } }),
      });
    },
  );
}
