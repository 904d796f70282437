// Lists the notes of one scope, newest first.
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { isNoSuch } from "../../api/problem.ts";
import { Ago } from "../../parts/ago.tsx";
import { Button } from "../../parts/button.tsx";
import { Note, ProblemNote } from "../../parts/note.tsx";
import { Empty, Rows } from "../../parts/panel.tsx";
import { useModelRefusal } from "../../store/model-refusal.ts";
import { queries } from "../../store/queries.ts";
import { useAnswer } from "../../store/use-answer.ts";
import { bytes, short } from "../../words/say.ts";
import { Author, Marks } from "./author.tsx";
import { NoSuchPlace } from "./no-such-place.tsx";
import styles from "./view.module.css";

export function Scope({ scope }: { scope: string }) {
  const list = useAnswer(queries.memoryList(scope));
  if (isNoSuch(list.error)) return <NoSuchPlace place={scope} />;
  if (list.error) return <ProblemNote problem={list.error} retry={list.refetch} />;
  if (!list.data) return <p className={styles["faint"]}>Reading {scope}…</p>;
  const { entries, tokens, capTokens, over } = list.data;
  if (entries.length === 0)
    return (
      <Empty title={`There are no notes in ${scope}.`}>
        <p>
          Workers note here what later work should know, and so can you.{" "}
          <code>guild-hall memory edit {scope} house-rules</code> does the same.
        </p>
      </Empty>
    );
  return (
    <>
      {over && <TooLarge scope={scope} tokens={tokens} />}
      <Rows>
        {entries.map((entry) => (
          <li key={entry.key}>
            <Link to="/memory/$scope/$key" params={{ scope, key: entry.key }} className={styles["entry"]}>
              <span className={styles["entry-key"]}>{entry.key}</span>
              <span className={styles["marks"]}>
                <Marks untrusted={entry.untrusted} rehearsed={entry.rehearsed} suspect={entry.suspect} />
              </span>
              <span className={styles["figures"]}>
                version {entry.version} · {bytes(entry.bytes)} · <Ago at={entry.at} />
              </span>
            </Link>
            <p className={styles["entry-by"]}>
              by <Author by={entry.by} />
            </p>
          </li>
        ))}
      </Rows>
      <p className={styles["faint"]}>
        About {short(tokens)} tokens. At its start, a worker gets at most {short(capTokens)} tokens of the
        notes that it may see, newest first.
      </p>
    </>
  );
}

function TooLarge({ scope, tokens }: { scope: string; tokens: number }) {
  const navigate = useNavigate();
  const refusal = useModelRefusal({ worker: "archivist", rehearsed: false });
  const condense = useMutation({
    mutationFn: () => call("memoryCompact", { params: { scope }, body: {} }),
    onSuccess: ({ id }) => void navigate({ to: "/commissions/$id", params: { id } }),
  });
  return (
    <Note tone="brass">
      <p>
        This scope holds about {short(tokens)} tokens, more than it should. The archivist can condense the
        older notes; what was there is kept in the trash.
      </p>
      <Button refusal={refusal} busy={condense.isPending && "Asking…"} onClick={() => condense.mutate()}>
        Condense it
      </Button>
      {condense.error && <ProblemNote problem={condense.error} />}
    </Note>
  );
}
