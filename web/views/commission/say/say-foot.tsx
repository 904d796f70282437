// Shows at the foot of a commission what people said to its worker, and the field to say more while a word may still
// reach it; else a sentence about what to do instead.
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyButton } from "../../../parts/copy-button.tsx";
import type { Tab } from "../tabs.ts";
import { Composer } from "./composer.tsx";
import { type NoteDraft, useNoteDraft } from "./note-draft.ts";
import { NotesSaid, Verbatim } from "./notes-said.tsx";
import styles from "./say.module.css";
import { mergeNotes, type Talk } from "./talk.ts";
import { type NoNote, whyNoNote } from "./why-no-note.ts";

interface SayProps {
  commission: CommissionDetail;
  talk: Talk;
  tab: Tab;
}

export function SayFoot({ commission, talk, tab }: SayProps) {
  const draft = useNoteDraft(commission.id);
  const fetched = commission.notes;
  const notes = useMemo(() => mergeNotes(fetched ?? [], talk.notes), [fetched, talk.notes]);
  const no = whyNoNote(commission, talk.isFinishing);
  if (commission.endedAt !== null && tab !== "timeline" && tab !== "result") return null;
  return (
    <section className={styles["foot"]} data-tab={tab} aria-label="Words to the worker">
      <NotesSaid commission={commission} notes={notes} />
      {no === null ? <Composer commission={commission} draft={draft} /> : <Instead no={no} draft={draft} />}
    </section>
  );
}

function Instead({ no, draft }: { no: NoNote; draft: NoteDraft }) {
  return (
    <>
      {draft.text.trim() !== "" && <Unsent draft={draft} />}
      <p className={styles["hint"]}>
        {no.says}
        {no.next !== null && (
          <>
            {" "}
            <Link to="/commissions/$id" params={{ id: no.next }}>
              its next attempt
            </Link>
            .
          </>
        )}
      </p>
    </>
  );
}

/** The work ended while a person wrote: the words are not lost. */
function Unsent({ draft: { text, write } }: { draft: NoteDraft }) {
  return (
    <div className={styles["unsent"]}>
      <p className={styles["fate"]}>You wrote this, and did not say it in time:</p>
      <Verbatim text={text} />
      <div className={styles["choices"]}>
        <CopyButton text={text} label="Copy your words" />
        <Button look="quiet" onClick={() => write("")}>
          Discard
        </Button>
      </div>
    </div>
  );
}
