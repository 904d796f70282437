// Lets a person say something to a commission's worker while its work is under way.
import { type KeyboardEvent, useId, useRef } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { Button, Key } from "../../../parts/button.tsx";
import { ProblemNote } from "../../../parts/note.tsx";
import { useOffer } from "../../../shell/at-hand.ts";
import { shownKey } from "../../../shell/key-words.ts";
import { useKeys } from "../../../shell/keys.ts";
import { whenHeard } from "../../../words/note-words.ts";
import type { NoteDraft } from "./note-draft.ts";
import styles from "./say.module.css";
import { useTell } from "./use-tell.ts";

interface ComposerProps {
  commission: CommissionDetail;
  draft: NoteDraft;
}

export function Composer({ commission, draft }: ComposerProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const tell = useTell(commission.id, draft);
  useWay(() => {
    form.current?.scrollIntoView({ block: "nearest" });
    field.current?.focus({ preventScroll: true });
  });
  const send = () => {
    if (!tell.isPending) tell.mutate(draft.text);
  };
  return (
    <form
      ref={form}
      className={styles["composer"]}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id}>
        Say something to the worker{" "}
        <span className={styles["key"]}>
          <Key>M</Key>
        </span>
      </label>
      <textarea
        id={id}
        ref={field}
        rows={2}
        aria-describedby={`${id}-hint`}
        value={draft.text}
        onChange={({ target }) => {
          if (tell.error) tell.reset();
          draft.write(target.value);
        }}
        onKeyDown={(event) => onSendKey(event, send)}
      />
      <div className={styles["acts"]}>
        <p id={`${id}-hint`} className={styles["hint"]}>
          {whenHeard(commission.status)}
        </p>
        <Button type="submit" look="main" keys={shownKey("mod+Enter")} busy={tell.isPending && "Telling…"}>
          Tell
        </Button>
      </div>
      {tell.error && <ProblemNote problem={tell.error} />}
    </form>
  );
}

/** Binds the key that leads to the field, and lists the field in the command palette. */
function useWay(act: () => void): void {
  const way = { says: "Say something to the worker", keys: "m", act };
  useKeys([{ ...way, group: "This commission" }]);
  useOffer("A word under way", [{ ...way, refusal: null }]);
}

function onSendKey(event: KeyboardEvent, send: () => void): void {
  const { key, ctrlKey, metaKey, nativeEvent } = event;
  if (key !== "Enter" || !(ctrlKey || metaKey) || nativeEvent.isComposing) return;
  event.preventDefault();
  send();
}
