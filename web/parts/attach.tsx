// Lets a person attach files and images to a message: with a button, by pasting them, or by dropping them on the form.
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { kindWords } from "../../src/rules/attachments/kinds.ts";
import { bytesText } from "../../src/rules/show/measures.ts";
import { plainLine } from "../words/plain.ts";
import styles from "./attach.module.css";
import { Button } from "./button.tsx";
import type { Attaching } from "./use-attaching.ts";

interface AttachAreaProps {
  attaching: Attaching;
  /** Why no files can be attached. */
  refusal?: string | null;
  children: ReactNode;
}

/** Takes what is pasted into or dropped on its children. */
export function AttachArea({ attaching, refusal = null, children }: AttachAreaProps) {
  const [isOver, setOver] = useState(false);
  const take = (event: ClipboardEvent | DragEvent, from: DataTransfer) => {
    setOver(false);
    if (refusal !== null || from.files.length === 0) return;
    event.preventDefault();
    attaching.add([...from.files]);
  };
  useEffect(keepPage, []);
  return (
    <div
      className={styles["area"]}
      data-over={isOver || undefined}
      // Some programs copy a text together with a picture of it.
      onPaste={(event) =>
        !event.clipboardData.types.includes("text/plain") && take(event, event.clipboardData)
      }
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(refusal === null);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => take(event, event.dataTransfer)}
    >
      {children}
      <AttachButton attaching={attaching} refusal={refusal} />
      <Files attaching={attaching} />
      {attaching.problem !== null && (
        <p className={styles["wrong"]} role="alert">
          {attaching.problem}
        </p>
      )}
    </div>
  );
}

/** Keeps the browser from opening a file that was dropped beside the form instead of the page. */
function keepPage(): () => void {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  };
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
  return () => {
    window.removeEventListener("dragover", refuse);
    window.removeEventListener("drop", refuse);
  };
}

function AttachButton({ attaching, refusal }: Pick<AttachAreaProps, "attaching" | "refusal">) {
  const input = useRef<HTMLInputElement>(null);
  const { busy, add } = attaching;
  return (
    <div className={styles["row"]}>
      <Button
        refusal={refusal}
        busy={busy !== null && `Uploading ${plainLine(busy)}…`}
        onClick={() => input.current?.click()}
      >
        Attach files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = ""; // so that the same file can be chosen again
        }}
      />
      <span className={styles["hint"]}>
        {refusal ?? "or paste or drop them here; the worker can read them"}
      </span>
    </div>
  );
}

function Files({ attaching: { files, remove } }: Pick<AttachAreaProps, "attaching">) {
  if (files.length === 0) return null;
  return (
    <ul className={styles["files"]} aria-label="Attached files">
      {files.map(({ name, type, bytes, hash }, at) => (
        <li key={`${hash} ${at}`}>
          <span className={styles["name"]}>{plainLine(name)}</span>
          <span className={styles["hint"]}>{`${kindWords[type]}, ${bytesText(bytes)}`}</span>
          <Button look="quiet" aria-label={`Remove ${plainLine(name)}`} onClick={() => remove(at)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
