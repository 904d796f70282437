// Takes a comment on a line of a diff. It is kept in the browser until the work is sent back.
import { useEffect, useRef } from "react";
import { Button } from "../../../parts/button.tsx";
import { hush, say } from "../../../parts/toast.tsx";
import { placeOf } from "../review/comment-list.tsx";
import type { CommentPlace } from "./comment-rows.ts";
import { addComment, stopWriting, useWriting, writeText } from "./writing.ts";
import styles from "./comment.module.css";

/** The hall takes at most this many characters. */
const mostCharacters = 4000;

export function CommentForm({ commission, place }: { commission: string; place: CommentPlace }) {
  const writing = useWriting((state) => state.writing);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    hush();
    field.current?.focus({ preventScroll: true });
    field.current?.closest("form")?.scrollIntoView({ block: "nearest" });
  }, [place]);
  if (writing?.commission !== commission) return null;
  const { text, key } = writing;
  const refusal = text.trim() === "" ? "write something first" : null;
  const add = () => {
    const back = rowAbove(field.current);
    const why = addComment();
    if (why !== null) return say({ title: `The comment was not added: ${why}.` });
    back?.focus({ preventScroll: true });
  };
  const leave = () => {
    const back = rowAbove(field.current);
    stopWriting();
    back?.focus({ preventScroll: true });
  };
  return (
    <div className={styles["place"]} data-side={place.side}>
      <form
        className={styles["writing"]}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <textarea
          ref={field}
          aria-label={`Comment on ${placeOf(place)}`}
          placeholder={
            place.line === null ? "A comment on the whole file" : `A comment on line ${place.line}`
          }
          rows={3}
          maxLength={mostCharacters}
          value={text}
          onChange={({ target }) => writeText(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) add();
            if (event.key === "Escape") leave();
          }}
        />
        <div className={styles["acts"]}>
          <Button type="submit" look="main" keys="Ctrl ↵" refusal={refusal}>
            {key === null ? "Add comment" : "Save comment"}
          </Button>
          <Button look="quiet" keys="Esc" onClick={leave}>
            Cancel
          </Button>
          <span className={styles["when"]}>Kept in this browser until you send it back</span>
        </div>
      </form>
    </div>
  );
}

/** Returns the row above the form, which gets the focus back. */
function rowAbove(field: HTMLElement | null): HTMLElement | null {
  const index = Number(field?.closest<HTMLElement>("[data-index]")?.dataset["index"] ?? "0");
  return field?.closest("ol")?.querySelector<HTMLElement>(`[data-index="${index - 1}"]`) ?? null;
}
