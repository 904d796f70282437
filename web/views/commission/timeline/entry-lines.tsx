// Shows the short entries of the timeline, with one component for each kind.
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { hasPassed } from "../../../../src/rules/checks/has-passed.ts";
import { Seal } from "../../../parts/badge.tsx";
import { classes } from "../../../parts/classes.ts";
import { unkerned } from "../../../words/long-word.ts";
import { plain, plainLine } from "../../../words/plain.ts";
import { capital, counted, duration } from "../../../words/say.ts";
import { FoldingText } from "./folding-text.tsx";
import { Output } from "../output.tsx";
import { runWords } from "./run-words.ts";
import type { EntryOf } from "./timeline-entry.ts";
import { useUnfolded } from "./unfolded.ts";
import { Words } from "../words.tsx";
import styles from "./entry.module.css";

export function Ready({ entry: { parts } }: { entry: EntryOf<"ready"> }) {
  if (parts.length === 0) return <p className={styles["quiet"]}>Being set up</p>;
  return (
    <p className={styles["quiet"]}>
      {parts.map(({ text, isStrong }, at) => (
        <Fragment key={at}>
          {at > 0 && (isStrong ? " " : " · ")}
          {isStrong ? (
            <strong>{plainLine(text)}</strong>
          ) : at === 0 ? (
            capital(plainLine(text))
          ) : (
            plainLine(text)
          )}
        </Fragment>
      ))}
    </p>
  );
}

export function Progress({ entry }: { entry: EntryOf<"progress"> }) {
  return (
    <div className={styles["progress"]}>
      <FoldingText name={`progress-${entry.seq}`} text={entry.text} most={1200} as={Words} />
    </div>
  );
}

export function Decision({ entry: { seq, question, decision, reasoning } }: { entry: EntryOf<"decision"> }) {
  return (
    <div className={styles["decision"]}>
      <p className={classes(styles["small"], unkerned(question))}>{plain(question)}</p>
      <p className={classes(styles["title"], unkerned(decision))}>{plain(decision)}</p>
      <FoldingText name={`decision-${seq}`} text={reasoning} most={1200} as={Words} />
    </div>
  );
}

export function Run({ entry: { seq, from, run } }: { entry: EntryOf<"run"> }) {
  const [isOpen, turn] = useUnfolded(`run-${seq}`);
  const isGood = hasPassed(run);
  return (
    <>
      <button
        type="button"
        className={styles["chip"]}
        data-fold
        data-bad={!isGood || undefined}
        aria-expanded={isOpen}
        onClick={turn}
      >
        <b>{from === "setup" ? "set-up" : "check"}</b>
        <span className={styles["telling"]}>{plainLine(run.command)}</span>
        <span className={isGood ? styles["good"] : styles["bad"]}>
          {runWords(run)} · {duration(run.ms)}
        </span>
      </button>
      {isOpen && <Output text={run.output} label={`What ${run.command} printed`} isCut={run.cut} />}
    </>
  );
}

export function Result({ entry, id }: { entry: EntryOf<"result">; id: string }) {
  const { seq, summary, files, isReplaced } = entry;
  return (
    <div className={styles["result"]} data-replaced={isReplaced || undefined}>
      <p className={styles["title"]}>
        {isReplaced ? "Handed in a result, and replaced it later" : "Handed in its result"}
        {files > 0 && ` with ${counted(files, "file")}`}
      </p>
      <FoldingText name={`result-${seq}`} text={summary} most={1500} as={Words} />
      {!isReplaced && (
        <p className={styles["more"]}>
          <Link to="/commissions/$id" params={{ id }} search={{ tab: "result" }}>
            Read the result
          </Link>
        </p>
      )}
    </div>
  );
}

export function Merge({ entry: { tree, into } }: { entry: EntryOf<"merge"> }) {
  const branch = tree.branch ?? "its branch";
  const to = into ?? "the integration branch";
  return (
    <>
      <p className={styles["title"]}>
        {
          {
            merged: `Merged into ${to}${tree.commit ? ` as ${tree.commit.slice(0, 7)}` : ""}`,
            conflict: `Could not be merged into ${to}; it is kept as ${branch}`,
            kept: `Nothing merged; its work is on ${branch}`,
            unchanged: "It changed nothing in the repository; nothing merged",
          }[tree.state]
        }
      </p>
      {tree.conflicts.length > 0 && (
        <ul className={styles["paths"]}>
          {tree.conflicts.slice(0, 50).map((path) => (
            <li key={path}>
              <code>{plainLine(path)}</code>
            </li>
          ))}
          {tree.conflicts.length > 50 && <li>and {tree.conflicts.length - 50} more</li>}
        </ul>
      )}
    </>
  );
}

export function NoteEntry({ entry: { seq, title, text, times } }: { entry: EntryOf<"note"> }) {
  return (
    <>
      <p className={styles["title"]}>
        {plainLine(title)}
        {times > 1 && <span className={styles["quiet"]}> · {times} times</span>}
      </p>
      {text !== "" && <FoldingText name={`note-${seq}`} text={text} most={1200} as={Words} />}
    </>
  );
}

export function End({ entry: { seal, title, text } }: { entry: EntryOf<"end"> }) {
  return (
    <div>
      <p className={styles["title"]}>
        {title} {seal && <Seal seal={seal} />}
      </p>
      {text !== "" && <Words text={text} />}
    </div>
  );
}
