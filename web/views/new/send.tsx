// Says what will happen, and sends the draft.
import { Rehearsed } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { shownKey } from "../../shell/key-words.ts";
import styles from "./view.module.css";

interface SendProps {
  says: readonly string[];
  refusal: string | null;
  isBusy: boolean;
  isRehearsed: boolean;
  problem: Error | null;
  draftSays: string;
  send(): void;
}

export function Send({ says, refusal, isBusy, isRehearsed, problem, draftSays, send }: SendProps) {
  return (
    <aside className={styles["aside"]} aria-labelledby="new-what-happens">
      <h2 id="new-what-happens">What happens</h2>
      {says.length === 0 ? (
        <p className={styles["hint"]}>Choose a worker to see it here.</p>
      ) : (
        <ul className={styles["happens"]}>
          {says.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {problem && <ProblemNote problem={problem} />}
      <div className={styles["send"]}>
        {isRehearsed && <Rehearsed />}
        <Button
          look="main"
          keys={shownKey("mod+Enter")}
          refusal={refusal}
          busy={isBusy && "Sending…"}
          onClick={send}
        >
          {isRehearsed ? "Rehearse it" : "Commission it"}
        </Button>
      </div>
      {refusal && <p className={styles["not-yet"]}>Not yet: {refusal}</p>}
      <p className={styles["hint"]}>{draftSays}</p>
    </aside>
  );
}
