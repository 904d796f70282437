// Asks a question in a dialog: a title, a form, a main button and one that closes it.
import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Overlay } from "./overlay.tsx";
import styles from "./sheet.module.css";

interface SheetProps {
  isOpen: boolean;
  close(): void;
  title: string;
  /** A sentence that says what will happen. */
  says?: ReactNode;
  /** The main button; Ctrl Enter does the same. */
  main: { says: string; busy?: string | false; look?: "main" | "danger"; refusal?: string | null };
  act(): void;
  children?: ReactNode;
}

export function Sheet({ isOpen, close, title, says, main, act, children }: SheetProps) {
  const { says: word, busy, look = "main", refusal } = main;
  return (
    <Overlay isOpen={isOpen} setOpen={(open) => !open && close()} title={title}>
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !refusal) act();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || busy || refusal) return;
          event.preventDefault();
          act();
        }}
      >
        {says && <Dialog.Description className={styles["says"]}>{says}</Dialog.Description>}
        {children}
        <div className={styles["actions"]}>
          <Button look="quiet" onClick={close}>
            Close
          </Button>
          <Button type="submit" look={look} busy={busy ?? false} refusal={refusal}>
            {word}
          </Button>
        </div>
      </form>
    </Overlay>
  );
}
