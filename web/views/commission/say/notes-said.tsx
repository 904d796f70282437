// Lists the notes that people said to a commission, oldest first, and says of each whether its worker has heard it.
import { useEffect, useRef, useState } from "react";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import type { CommissionNote } from "../../../../src/contract/commission/notes.ts";
import { Ago } from "../../../parts/ago.tsx";
import { Button } from "../../../parts/button.tsx";
import { heardWords, noteNews } from "../../../words/note-words.ts";
import { plain, plainLine } from "../../../words/plain.ts";
import { counted } from "../../../words/say.ts";
import { FoldingText } from "../timeline/folding-text.tsx";
import styles from "./say.module.css";
import { foldedNotes } from "./talk.ts";

interface NotesProps {
  commission: CommissionDetail;
  notes: readonly CommissionNote[];
}

export function NotesSaid({ commission, notes }: NotesProps) {
  const [isWhole, setWhole] = useState(false);
  const folded = isWhole ? 0 : foldedNotes(notes);
  return (
    <>
      {folded > 0 && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          Show the {counted(folded, "earlier note")}
        </Button>
      )}
      {notes.length > 0 && (
        <ol className={styles["notes"]} aria-label="Notes to the worker">
          {notes.slice(folded).map((note) => (
            <NoteItem key={note.number} note={note} commission={commission} />
          ))}
        </ol>
      )}
      <News notes={notes} />
    </>
  );
}

function NoteItem({ note, commission }: { note: CommissionNote; commission: CommissionDetail }) {
  const { number, text, by, at, heard } = note;
  return (
    <li className={styles["note"]} data-heard={heard !== null || undefined}>
      <FoldingText name={`word-${commission.id}-${number}`} text={text} most={1200} as={Verbatim} />
      <p className={styles["fate"]}>
        <span>
          <b>{by === "person" ? "You" : plainLine(by)}</b> <Ago at={at} />
        </span>
        <span className={styles["heard"]}>{heardWords(heard, commission)}</span>
      </p>
    </li>
  );
}

/** Shows words as they were written: nothing in them is markup. */
export function Verbatim({ text }: { text: string }) {
  return (
    <p className={styles["verbatim"]} dir="auto">
      {plain(text)}
    </p>
  );
}

/** Tells a screen reader politely what has become of the notes since the view was opened. */
function News({ notes }: { notes: readonly CommissionNote[] }) {
  const before = useRef(notes);
  const [news, setNews] = useState("");
  useEffect(() => {
    const said = noteNews(before.current, notes);
    before.current = notes;
    if (said !== null) setNews(said);
  }, [notes]);
  return (
    <p className="unseen" role="status">
      {news}
    </p>
  );
}
