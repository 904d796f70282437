// Shows a worker's question in the timeline, with a form to answer it.
import { useState } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { call } from "../../../api/call.ts";
import { Ago } from "../../../parts/ago.tsx";
import { AnswerBox } from "../../../parts/answer-box.tsx";
import { Button } from "../../../parts/button.tsx";
import { say } from "../../../parts/toast.tsx";
import { useAttaching } from "../../../parts/use-attaching.ts";
import { useAct } from "../../../store/use-act.ts";
import { attachmentsIn } from "../../../words/attached.ts";
import { mayHearAnswer } from "../../../words/note-words.ts";
import { plain } from "../../../words/plain.ts";
import { useAnswerDraft } from "./answer-draft.ts";
import { FoldingText } from "../timeline/folding-text.tsx";
import type { EntryOf } from "../timeline/timeline-entry.ts";
import { Words } from "../words.tsx";
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
  const { text, by, at, heard } = answer;
  return (
    <>
      <p className={styles["fate"]}>
        {by === "person" ? "You" : plain(by)} answered <Ago at={at} />:
      </p>
      <div className={styles["answer"]}>
        <Words text={text} />
      </div>
      {heard !== null && <p className={styles["heard"]}>Heard at turn {heard}</p>}
      <div>
        <Button look="quiet" onClick={again}>
          Change the answer
        </Button>
      </div>
    </>
  );
}

function AnswerForm({ entry, commission, done }: QuestionProps & { done(): void }) {
  const { number, question } = entry;
  const { id } = commission;
  const { text, write } = useAnswerDraft({ id, number });
  const attaching = useAttaching();
  const answer = useAct(
    (words: string) => {
      const body = { question: number, answer: words, ...attachmentsIn(attaching.files) };
      return call("answer", { params: { id }, body });
    },
    () => {
      attaching.clear();
      write("");
      done();
      say({ title: "Your answer is on record." });
    },
  );
  const label = (
    <span className={styles["fate"]}>
      <span className="unseen">Your answer to question {number}. </span>
      {fateOf(commission)}
    </span>
  );
  return (
    <AnswerBox id={`answer-${id}-${number}`} {...{ label, question, text, write, answer, attaching }}>
      {entry.answer && (
        <Button look="quiet" onClick={done}>
          Keep the answer
        </Button>
      )}
    </AnswerBox>
  );
}

/** Says what becomes of the answer. A question never stops the work: its worker hears the answer under way. */
function fateOf(commission: CommissionDetail): string {
  const { endedAt, continuedBy } = commission;
  if (mayHearAnswer(commission))
    return "The worker continues with its best assumption. It hears your answer with its next request.";
  if (endedAt === null) return "The work continues without it. Your answer goes to the next attempt.";
  if (continuedBy !== null) return "It ended without an answer, and the next attempt has begun without it.";
  return "It ended without an answer. Your answer goes to the next attempt.";
}
