// Shows one note: its text, its author and its versions; it can be edited, forgotten and restored.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { MemoryDocument } from "../../../src/contract/memory/memory-routes.ts";
import { call } from "../../api/call.ts";
import { isHallProblem, isNoSuch } from "../../api/problem.ts";
import { Ago } from "../../parts/ago.tsx";
import { Button } from "../../parts/button.tsx";
import { Markdown } from "../../parts/text/markdown.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { Empty } from "../../parts/panel.tsx";
import { say } from "../../parts/toast.tsx";
import { useKeys } from "../../shell/keys.ts";
import { queries } from "../../store/queries.ts";
import { useAnswer } from "../../store/use-answer.ts";
import { Author, Marks } from "./author.tsx";
import { Editor } from "./editor.tsx";
import { History } from "./history.tsx";
import { NoSuchPlace } from "./no-such-place.tsx";
import styles from "./view.module.css";

export function Entry({ scope, name }: { scope: string; name: string }) {
  const found = useAnswer({ ...queries.memoryEntry(scope, name), retry: false });
  const isForgotten = isHallProblem(found.error) && found.error.code === "not_found";
  if (isNoSuch(found.error) && !isForgotten) return <NoSuchPlace place={`${scope} / ${name}`} />;
  return (
    <>
      {found.data && <Words document={found.data} />}
      {isForgotten && (
        <Empty title="There is no such note now.">
          <p>
            It was forgotten, or never written. If it has versions, they are below, and you can bring one
            back.
          </p>
        </Empty>
      )}
      {found.error && !isForgotten && <ProblemNote problem={found.error} retry={found.refetch} />}
      <History scope={scope} name={name} />
    </>
  );
}

function Words({ document: { entry, content } }: { document: MemoryDocument }) {
  const [isEditing, setEditing] = useState(false);
  useKeys([{ keys: "e", says: "Edit the note", group: "Memory", act: () => setEditing(true) }]);
  if (isEditing)
    return (
      <Editor
        scope={entry.scope}
        name={entry.key}
        content={content}
        version={entry.version}
        done={() => setEditing(false)}
      />
    );
  return (
    <article className={styles["note"]}>
      <header className={styles["note-head"]}>
        <p className={styles["faint"]}>
          Version {entry.version}, by <Author by={entry.by} />, <Ago at={entry.at} />
        </p>
        <Marks untrusted={entry.untrusted} rehearsed={entry.rehearsed} suspect={entry.suspect} />
        <span className={styles["acts"]}>
          <Button keys="E" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Forget document={{ entry, content }} />
        </span>
      </header>
      <Markdown text={content} />
    </article>
  );
}

/** Forgets the note. Its versions stay, so that it can be restored at once. */
function Forget({ document: { entry } }: { document: MemoryDocument }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { scope, key, version } = entry;
  const params = { scope, key };
  const stale = () => void client.invalidateQueries({ queryKey: ["memory"] });
  const bringBack = () =>
    void call("memoryRevert", { params, body: { version } }).then(stale, (problem: Error) =>
      say({ title: problem.message }),
    );
  const forget = useMutation({
    mutationFn: () => call("memoryForget", { params }),
    onSuccess: () => {
      stale();
      say({ title: `“${key}” is forgotten.`, action: { says: "Bring it back", act: bringBack } });
      void navigate({ to: "/memory/$scope", params: { scope } });
    },
    onError: (problem) => say({ title: problem.message }),
  });
  return (
    <Button look="danger" busy={forget.isPending && "Forgetting…"} onClick={() => forget.mutate()}>
      Forget
    </Button>
  );
}
