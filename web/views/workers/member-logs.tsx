// Shows what a guild member printed last, on demand; refreshed every few seconds while it is open.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ProblemNote } from "../../parts/note.tsx";
import { queries } from "../../store/queries.ts";
import { plain } from "../../words/plain.ts";
import styles from "./view.module.css";

const lookMs = 3000;
const shownLines = 200;

export function MemberLogs({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles["logs"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>What it printed</summary>
      {isOpen && <Lines name={name} />}
    </details>
  );
}

function Lines({ name }: { name: string }) {
  const { data, error, refetch } = useQuery({
    ...queries.memberLogs(name),
    refetchInterval: lookMs,
    staleTime: 0,
  });
  const end = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  const { text, isCut } = data === undefined ? nothing : lastLines(data);
  useEffect(() => {
    // Do not scroll if the reader has scrolled up.
    if (end.current && isAtEnd.current) end.current.scrollTop = end.current.scrollHeight;
  }, [text]);
  if (error) return <ProblemNote problem={error} retry={() => void refetch()} />;
  if (text === null) return <p className={styles["faint"]}>Fetching the log…</p>;
  if (text === "") return <p className={styles["faint"]}>It has printed nothing.</p>;
  return (
    <>
      {isCut && (
        <p className={styles["faint"]}>
          Earlier lines are left out; <code>{`guild-hall members logs ${name} --bytes 1000000`}</code> prints
          more.
        </p>
      )}
      <pre
        ref={end}
        className={styles["lines"]}
        // Focusable, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={`What ${name} printed last`}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - clientHeight - scrollTop < 4;
        }}
      >
        {text}
      </pre>
    </>
  );
}

const nothing = { text: null, isCut: false };

function lastLines({ text, cut }: { text: string; cut: boolean }): { text: string; isCut: boolean } {
  const lines = plain(text).trimEnd().split("\n");
  return { text: lines.slice(-shownLines).join("\n"), isCut: cut || lines.length > shownLines };
}
