// Edits a note. A change that was saved in the meantime, by a worker or in another tab, is not overwritten.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "../../api/call.ts";
import { Button } from "../../parts/button.tsx";
import { Markdown } from "../../parts/text/markdown.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { say } from "../../parts/toast.tsx";
import { shownKey } from "../../shell/key-words.ts";
import { bytes } from "../../words/say.ts";
import styles from "./view.module.css";

interface EditorProps {
  scope: string;
  name: string;
  content: string;
  /** The note's version when it was opened; 0 if it is new. */
  version: number;
  /** For a new note: why its name is not valid yet, or `null` if it is. The focus then stays in the name field. */
  noName?: string | null;
  done(): void;
}

export function Editor(props: EditorProps) {
  const { name, content, noName, done } = props;
  const [text, setText] = useState(content);
  const [isShown, setShown] = useState(false);
  const save = useSave(props, text);
  const refusal = noName ?? refusalOf(text, content);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "Escape" && text === content) done();
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || refusal !== null) return;
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <div className={styles["editor"]}>
      <label htmlFor="note-text" className={styles["faint"]}>
        What {name === "" ? "it" : `“${name}”`} says, in markdown ·{" "}
        {bytes(new TextEncoder().encode(text).length)} of 64 kB
      </label>
      {isShown ? (
        <div className={styles["preview"]}>
          <Markdown text={text} />
        </div>
      ) : (
        <Field {...{ text, setText, onKeyDown }} isFirst={noName === undefined} />
      )}
      {save.error && <ProblemNote problem={save.error} />}
      <div className={styles["acts"]}>
        <Button
          look="main"
          keys={shownKey("mod+Enter")}
          refusal={refusal}
          busy={save.isPending && "Saving…"}
          onClick={() => save.mutate()}
        >
          Save
        </Button>
        <Button onClick={() => setShown(!isShown)}>{isShown ? "Edit again" : "Preview"}</Button>
        <Button look="quiet" onClick={done}>
          Discard changes
        </Button>
      </div>
    </div>
  );
}

/** Saves against the version at opening: the page may know a newer one by now, which must not be overwritten. */
function useSave({ scope, name, version, done }: EditorProps, content: string) {
  const [ifVersion] = useState(version);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("memoryWrite", { params: { scope, key: name }, body: { content, ifVersion } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["memory"] });
      say({ title: `“${name}” is saved.` });
      done();
    },
  });
}

function refusalOf(text: string, before: string): string | null {
  if (text.trim() === "") return "it is empty";
  return text === before ? "nothing was changed" : null;
}

interface FieldProps {
  text: string;
  setText(text: string): void;
  onKeyDown(event: React.KeyboardEvent): void;
  /** True if the field takes the focus when it appears. */
  isFirst: boolean;
}

function Field({ text, setText, onKeyDown, isFirst }: FieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, []);
  return (
    <textarea
      id="note-text"
      ref={field}
      rows={16}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
