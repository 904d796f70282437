// Creates a note: its key and its text.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Overlay } from "../../parts/overlay.tsx";
import { useKeys } from "../../shell/keys.ts";
import { queries } from "../../store/queries.ts";
import { Editor } from "./editor.tsx";
import styles from "./view.module.css";

/** The hall's own rule for keys, so that the page can object before the hall refuses. */
const sound = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export function NewEntry({ scope }: { scope: string }) {
  const [isOpen, setOpen] = useState(false);
  useKeys([{ keys: "w", says: "Write a note", group: "Memory", act: () => setOpen(true) }]);
  return (
    <Overlay
      isOpen={isOpen}
      setOpen={setOpen}
      title={`A note in ${scope}`}
      size="wide"
      trigger={<Button keys="W">Write a note</Button>}
    >
      <NewNote scope={scope} close={() => setOpen(false)} />
    </Overlay>
  );
}

function NewNote({ scope, close }: { scope: string; close(): void }) {
  const [key, setKey] = useState("");
  const taken = useQuery(queries.memoryList(scope)).data?.entries.some((entry) => entry.key === key) ?? false;
  const navigate = useNavigate();
  const wrong = wrongWith(key, taken);
  const done = () => {
    close();
    void navigate({ to: "/memory/$scope", params: { scope } });
  };
  return (
    <>
      <div className={styles["key-line"]}>
        <label htmlFor="note-key">Key</label>
        <input
          id="note-key"
          value={key}
          placeholder="build-notes"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setKey(target.value)}
          aria-invalid={wrong !== null || undefined}
          aria-describedby="note-key-says"
        />
        <p id="note-key-says" className={wrong === null ? styles["faint"] : styles["refused"]}>
          {wrong ?? "Small letters, digits, dots, dashes and underscores."}
        </p>
      </div>
      <Editor
        scope={scope}
        name={key}
        content=""
        version={0}
        noName={key === "" ? "it has no key yet" : wrong}
        done={done}
      />
    </>
  );
}

function wrongWith(key: string, isTaken: boolean): string | null {
  if (isTaken) return "There is a note with this key already. Open that note to change it.";
  if (key === "" || sound.test(key)) return null;
  return "Only small letters, digits, dots, dashes and underscores, at most 64.";
}
