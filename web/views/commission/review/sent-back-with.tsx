// Shows the note and the comments with which earlier work was sent back, each with what was done about it.
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import type { AnsweredComment } from "../../../../src/contract/commission/review-comment.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Section } from "../../../parts/panel.tsx";
import { plain, plainCut } from "../../../words/plain.ts";
import type { StatusTone } from "../../../words/status.ts";
import { placeOf } from "./comment-list.tsx";
import styles from "./comments.module.css";

export function SentBackWith({ commission }: { commission: CommissionDetail }) {
  const { sentBack, comments, endedAt } = commission;
  if (!sentBack) return null;
  const answered = comments?.answered ?? sentBack.comments.filter(({ outcome }) => outcome !== null).length;
  const total = sentBack.comments.length;
  return (
    <Section title="Sent back with" aside={total > 0 && <span>{`${answered} of ${total} answered`}</span>}>
      {sentBack.note !== null && <p className={styles["note"]}>{plain(sentBack.note)}</p>}
      <ol className={styles["list"]} aria-label="Comments that it was sent back with">
        {sentBack.comments.map((comment) => (
          <li key={comment.number} className={styles["item"]}>
            <Answered comment={comment} isOver={endedAt !== null} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function Answered({ comment, isOver }: { comment: AnsweredComment; isOver: boolean }) {
  return (
    <>
      <div className={styles["place"]}>
        <code>{placeOf(comment)}</code>
        <OutcomeBadge comment={comment} isOver={isOver} />
      </div>
      {comment.code !== "" && <code className={styles["code"]}>{plainCut(comment.code, 200)}</code>}
      <p className={styles["text"]}>{plain(comment.text)}</p>
      {comment.answer !== null && <p className={styles["answer"]}>{plain(comment.answer)}</p>}
    </>
  );
}

/** A comment that the worker never answered is shown as left out once the work has ended. */
export function OutcomeBadge({
  comment: { outcome },
  isOver,
}: {
  comment: Pick<AnsweredComment, "outcome">;
  isOver: boolean;
}) {
  const { tone, word } = outcome === null ? (isOver ? leftOut : notYet) : words[outcome];
  return <Badge tone={tone}>{word}</Badge>;
}

interface Said {
  tone: StatusTone;
  word: string;
}

const leftOut: Said = { tone: "madder", word: "left out" };
const notYet: Said = { tone: "plain", word: "not answered yet" };
const words: Readonly<Record<NonNullable<AnsweredComment["outcome"]>, Said>> = {
  done: { tone: "verdigris", word: "done" },
  partly: { tone: "brass", word: "partly done" },
  declined: { tone: "brass", word: "declined" },
};
