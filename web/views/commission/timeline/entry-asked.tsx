// Shows the task, and what the worker was told about earlier attempts.
import { Button } from "../../../parts/button.tsx";
import { FoldingText } from "./folding-text.tsx";
import type { EntryOf } from "./timeline-entry.ts";
import { useUnfolded } from "./unfolded.ts";
import { Prose, Words } from "../words.tsx";
import styles from "./entry.module.css";

const most = 4000;

export function Asked({ entry }: { entry: EntryOf<"asked"> }) {
  return (
    <div className={styles["asked"]}>
      <FoldingText name="task" text={entry.task} most={most} as={Prose} />
      {entry.background !== null && <Background text={entry.background} />}
    </div>
  );
}

function Background({ text }: { text: string }) {
  const [isOpen, turn] = useUnfolded("background");
  return (
    <div className={styles["more"]}>
      <Button data-fold aria-expanded={isOpen} onClick={turn}>
        {isOpen ? "Fold what earlier attempts left" : "What earlier attempts left"}
      </Button>
      {isOpen && (
        <div className={styles["background"]}>
          <FoldingText name="background-rest" text={text} most={most} as={Words} />
        </div>
      )}
    </div>
  );
}
