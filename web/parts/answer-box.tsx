// Lets a person answer a worker's question: in their own words, or with one of the answers that the question offers.
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { quickAnswers } from "../words/quick-answers.ts";
import styles from "./answer-box.module.css";
import { AttachArea } from "./attach.tsx";
import { Button } from "./button.tsx";
import { ProblemNote } from "./note.tsx";
import { type Attaching, whyNotYet } from "./use-attaching.ts";

interface AnswerBoxProps {
  /** The id of the text field. */
  id: string;
  label: ReactNode;
  question: string;
  text: string;
  write(text: string): void;
  answer: { mutate(words: string): void; isPending: boolean; error: Error | null };
  attaching: Attaching;
  /** True if the field takes the focus when it appears, because the person opened it to write. */
  isGoneTo?: boolean;
  onKeyDown?(event: KeyboardEvent<HTMLFormElement>): void;
  /** Further buttons, shown after the answers. */
  children?: ReactNode;
}

export function AnswerBox({ question, text, answer, attaching, children, ...rest }: AnswerBoxProps) {
  const notYet = whyNotYet(attaching);
  const send = (words: string) => {
    if (words.trim() !== "" && !answer.isPending && notYet === null) answer.mutate(words.trim());
  };
  return (
    <form
      className={styles["box"]}
      onKeyDown={rest.onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        send(text);
      }}
    >
      <label htmlFor={rest.id}>{rest.label}</label>
      <AttachArea attaching={attaching}>
        <Answer {...rest} text={text} send={() => send(text)} />
      </AttachArea>
      <div className={styles["acts"]}>
        <Button
          type="submit"
          look="main"
          busy={answer.isPending && "Answering…"}
          refusal={text.trim() === "" ? "write an answer first" : notYet}
        >
          Answer
        </Button>
        {quickAnswers(question).map(({ says, answer: words }) => (
          <Button key={says} refusal={notYet} onClick={() => send(words)}>
            {says}
          </Button>
        ))}
        {children}
      </div>
      {answer.error && <ProblemNote problem={answer.error} />}
    </form>
  );
}

type AnswerProps = Pick<AnswerBoxProps, "id" | "text" | "write" | "isGoneTo"> & { send(): void };

function Answer({ id, text, write, isGoneTo = false, send }: AnswerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isGoneTo) field.current?.focus();
  }, [isGoneTo]);
  return (
    <textarea
      id={id}
      ref={field}
      rows={2}
      maxLength={20_000}
      value={text}
      onChange={({ target }) => write(target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
      }}
    />
  );
}
