// A question of the worker's, answered where it was asked.
import { useState } from "react";
import type { CommissionDetail } from "../../../src/contract/api.ts";
import { call } from "../../api/call.ts";
import { hallNow } from "../../api/hall-clock.ts";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { say } from "../../parts/toast.tsx";
import { useAct } from "../../store/use-act.ts";
import { plain } from "../../words/plain.ts";
import { quickAnswers } from "../../words/quick-answers.ts";
import { moment } from "../../words/say.ts";
import { keepDraft, readDraft } from "./answer-draft.ts";
import { FoldingText } from "./folding-text.tsx";
import type { EntryOf } from "./timeline-entry.ts";
import { Words } from "./words.tsx";
import styles from "./question.module.css";

interface QuestionProps {
  entry: EntryOf<"question">;
  commission: CommissionDetail;
}

export function Question({ entry, commission }: QuestionProps) {
  const [isAnsweringAgain, setAgain] = useState(false);
  const { answer, number, question } = entry;
  return (
    <div className={styles["question"]} data-open={answer === null || undefined}>
      <div className={styles["asks"]}>
        <FoldingText name={`question-${number}`} text={question} most={2000} as={Words} />
      </div>
      {answer && !isAnsweringAgain ? (
        <Answered answer={answer} again={() => setAgain(true)} />
      ) : (
        <AnswerForm entry={entry} commission={commission} done={() => setAgain(false)} />
      )}
    </div>
  );
}

function Answered({
  answer,
  again,
}: {
  answer: NonNullable<QuestionProps["entry"]["answer"]>;
  again(): void;
}) {
  const { text, by, at } = answer;
  return (
    <>
      <p className={styles["fate"]}>
        {by === "person" ? "You" : plain(by)} answered {moment(at, hallNow())}:
      </p>
      <div className={styles["answer"]}>
        <Words text={text} />
      </div>
      <div className={styles["acts"]}>
        <Button look="quiet" onClick={again}>
          Answer differently
        </Button>
      </div>
    </>
  );
}

function AnswerForm({ entry, commission, done }: QuestionProps & { done(): void }) {
  const { number, question } = entry;
  const { text, write, send, answer } = useAnswering({ entry, commission, done });
  const field = `answer-${commission.id}-${number}`;
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        send(text);
      }}
    >
      <label className={styles["fate"]} htmlFor={field}>
        <span className="unseen">Your answer to question {number}. </span>
        {fateOf(commission)}
      </label>
      <textarea
        id={field}
        rows={2}
        maxLength={20_000}
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send(text);
        }}
      />
      <div className={styles["acts"]}>
        <Button
          type="submit"
          look="main"
          busy={answer.isPending && "Answering…"}
          refusal={text.trim() === "" ? "write an answer first" : null}
        >
          Answer
        </Button>
        {quickAnswers(question).map(({ says, answer: words }) => (
          <Button key={says} onClick={() => send(words)}>
            {says}
          </Button>
        ))}
        {entry.answer && (
          <Button look="quiet" onClick={done}>
            Leave it as it is
          </Button>
        )}
      </div>
      {answer.error && <ProblemNote problem={answer.error} />}
    </form>
  );
}

function useAnswering({ entry: { number }, commission: { id }, done }: QuestionProps & { done(): void }) {
  const [text, setText] = useState(() => readDraft(id, number));
  const write = (answer: string) => {
    keepDraft({ id, number, answer });
    setText(answer);
  };
  const answer = useAct(
    (words: string) => call("answer", { params: { id }, body: { question: number, answer: words } }),
    () => {
      write("");
      done();
      say({ title: "Your answer is on record." });
    },
  );
  const send = (words: string) => {
    if (words.trim() !== "" && !answer.isPending) answer.mutate(words.trim());
  };
  return { text, write, send, answer };
}

/** A question never stops the work, so an answer is for whoever takes it up next. */
function fateOf({ endedAt, continuedBy }: CommissionDetail): string {
  if (endedAt === null) return "It goes on with its best assumption. Your answer goes into the next attempt.";
  if (continuedBy !== null) return "It went on without an answer, and so does the attempt that took it up.";
  return "It went on without an answer. Your answer goes into the next attempt.";
}
