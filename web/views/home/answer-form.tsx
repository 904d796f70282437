// Answers a commission's open questions where they are read, one after the other.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CommissionDetail } from "../../../src/contract/api.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../parts/button.tsx";
import { messageOf, ProblemNote } from "../../parts/note.tsx";
import { say } from "../../parts/toast.tsx";
import { useModelRefusal } from "../../store/model-refusal.ts";
import { queries } from "../../store/queries.ts";
import { useAct } from "../../store/use-act.ts";
import { type OpenQuestion, openQuestions } from "../../words/open-questions.ts";
import { keepDraft, readDraft } from "../commission/answer-draft.ts";
import { quickAnswers } from "../../words/quick-answers.ts";
import { type Redispatch, useRedispatch } from "./use-redispatch.ts";
import styles from "./answer-form.module.css";

interface AnswerFormProps {
  commission: string;
  /** What the row says already. */
  title: string;
  close(): void;
}

export function AnswerForm({ commission, title, close }: AnswerFormProps) {
  const { data, error, refetch } = useQuery(queries.detail(commission));
  if (error) return <ProblemNote problem={error} retry={() => void refetch()} />;
  if (!data) return <p className={styles["hint"]}>Fetching the question…</p>;
  const open = openQuestions(data);
  const [first] = open;
  if (!first) return <p className={styles["hint"]}>It has been answered.</p>;
  return <Form key={first.number} {...{ detail: data, open, first, title, close }} />;
}

interface FormProps extends Pick<AnswerFormProps, "title" | "close"> {
  detail: CommissionDetail;
  open: readonly OpenQuestion[];
  first: OpenQuestion;
}

function Form({ detail, open, first, title, close }: FormProps) {
  const place = { id: detail.id, number: first.number };
  const [text, setText] = useState(() => readDraft(place.id, place.number));
  const write = (answer: string) => {
    keepDraft({ ...place, answer });
    setText(answer);
  };
  const redispatch = useRedispatch({ commission: detail.id, refused: sayRefused });
  const isLast = open.length === 1;
  const answer = useAnswer({ detail, first, isLast, close, redispatch, noModel: useModelRefusal(detail) });
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = (words: string) => {
    if (words.trim() !== "" && !answer.isPending) answer.mutate(words.trim());
  };
  return (
    <form
      className={styles["form"]}
      onKeyDown={(event) => event.key === "Escape" && leave(event.currentTarget, close)}
      onSubmit={(event) => {
        event.preventDefault();
        send(text);
      }}
    >
      {first.question.trim() !== title.trim() && <p className={styles["question"]}>{first.question}</p>}
      <label htmlFor={`answer-${detail.id}`}>
        {isLast ? "Your answer" : `Your answer to the first of ${open.length} questions`}
        <span className={styles["hint"]}> · {fateOf(detail)}</span>
      </label>
      <textarea
        id={`answer-${detail.id}`}
        ref={field}
        rows={2}
        maxLength={20_000}
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send(text);
        }}
      />
      <div className={styles["acts"]}>
        <Button look="main" type="submit" busy={answer.isPending && "Answering…"} refusal={refusalOf(text)}>
          Answer
        </Button>
        {quickAnswers(first.question).map(({ says, answer: words }) => (
          <Button key={says} onClick={() => send(words)}>
            {says}
          </Button>
        ))}
        <Button look="quiet" onClick={close}>
          Not now
        </Button>
      </div>
      {answer.error && <ProblemNote problem={answer.error} />}
    </form>
  );
}

/** By then the form is closed: it is offered where the answer is said to be on record. */
function sayRefused(problem: Error): void {
  say({ title: `It could not be taken up again: ${messageOf(problem)}` });
}

function refusalOf(text: string): string | null {
  return text.trim() === "" ? "write an answer first" : null;
}

/** A question never stops the work, so an answer is for whoever takes it up next. */
function fateOf({ endedAt }: CommissionDetail): string {
  return endedAt === null
    ? "it is at work and goes on without; a next attempt is told"
    : "it went on without; the next attempt is told";
}

/** Back to the row that the form belongs to. */
function leave(form: HTMLElement, close: () => void): void {
  const row = form.closest("[data-row]");
  close();
  row?.querySelector<HTMLElement>("[data-act=answer]")?.focus();
}

interface Answering extends Pick<FormProps, "detail" | "first" | "close"> {
  noModel: string | null;
  isLast: boolean;
  redispatch: Redispatch;
}

function useAnswer({ detail, first, isLast, close, redispatch, noModel }: Answering) {
  return useAct(
    (answer: string) =>
      call("answer", { params: { id: detail.id }, body: { question: first.number, answer } }),
    (now) => {
      keepDraft({ id: detail.id, number: first.number, answer: "" });
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
