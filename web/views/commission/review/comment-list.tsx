// Lists comments on a diff that are not sent yet, each with its place.
import { Button } from "../../../parts/button.tsx";
import { plain, plainCut, plainLine } from "../../../words/plain.ts";
import type { CommentDraft } from "./comment-drafts.ts";
import styles from "./comments.module.css";

interface CommentListProps {
  comments: readonly CommentDraft[];
  drop?(key: string): void;
  /** Shows the comment in the diff. */
  go?(comment: CommentDraft): void;
}

export function CommentList({ comments, drop, go }: CommentListProps) {
  if (comments.length === 0) return null;
  return (
    <ul className={styles["list"]} aria-label="Your comments">
      {inOrder(comments).map((comment) => (
        <li key={comment.key} className={styles["item"]}>
          <div className={styles["place"]}>
            {go ? (
              <button type="button" className={styles["go"]} onClick={() => go(comment)}>
                <code>{placeOf(comment)}</code>
              </button>
            ) : (
              <code>{placeOf(comment)}</code>
            )}
            {drop && (
              <Button
                look="quiet"
                aria-label={`Remove the comment on ${placeOf(comment)}`}
                onClick={() => drop(comment.key)}
              >
                Remove
              </Button>
            )}
          </div>
          <p className={styles["text"]}>{plain(comment.text)}</p>
        </li>
      ))}
    </ul>
  );
}

/** Returns the comments by file and line. */
function inOrder(comments: readonly CommentDraft[]): readonly CommentDraft[] {
  return comments.toSorted(
    (one, other) => one.path.localeCompare(other.path) || (one.line ?? 0) - (other.line ?? 0),
  );
}

/** Formats as "src/keys.ts:12", with the side if the line is counted in the earlier file. */
export function placeOf({ path, line, side }: Pick<CommentDraft, "path" | "line" | "side">): string {
  const at = line === null ? "" : `:${line}`;
  return `${plainCut(plainLine(path), 300)}${at}${side === "old" && line !== null ? " (before)" : ""}`;
}
