// Shows a comment below its line: one that is not sent yet, or one with what its worker did about it.
import { memo } from "react";
import { Ago } from "../../../parts/ago.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Button } from "../../../parts/button.tsx";
import { plain } from "../../../words/plain.ts";
import { dropComment } from "../review/comment-drafts.ts";
import { placeOf } from "../review/comment-list.tsx";
import { OutcomeBadge } from "../review/sent-back-with.tsx";
import type { CommentRow } from "./comment-rows.ts";
import styles from "./comment.module.css";

interface CommentShownProps {
  row: CommentRow;
  commission: string;
  edit(key: string): void;
}

export const CommentShown = memo(function CommentShown({ row, commission, edit }: CommentShownProps) {
  const { shown, isLost } = row;
  const { comment } = shown;
  return (
    <div className={styles["place"]} data-side={comment.side}>
      <article className={styles["comment"]} aria-label={`Comment on ${placeOf(comment)}`}>
        <header className={styles["head"]}>
          <strong>You</strong>
          <span className={styles["when"]}>
            {shown.is === "draft" ? <Ago at={shown.comment.at} /> : "when you sent it back"}
            {isLost && ` · on ${placeOf(comment)}, which is not in this diff`}
          </span>
          {shown.is === "draft" ? (
            <Badge tone="brass">not sent yet</Badge>
          ) : (
            <OutcomeBadge comment={shown.comment} isOver={shown.isOver} />
          )}
        </header>
        <p className={styles["text"]}>{plain(comment.text)}</p>
        {shown.is === "answered" && shown.comment.answer !== null && (
          <p className={styles["answer"]}>{plain(shown.comment.answer)}</p>
        )}
        {shown.is === "draft" && (
          <div className={styles["acts"]}>
            <Button look="quiet" onClick={() => edit(shown.comment.key)}>
              Change
            </Button>
            <Button look="quiet" onClick={() => dropComment(commission, shown.comment.key)}>
              Remove
            </Button>
          </div>
        )}
      </article>
    </div>
  );
});
