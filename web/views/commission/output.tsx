// Shows a command's output with its colours, in a box that scrolls if it is long. The first failing lines are marked and
// in view.
import { type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { classes } from "../../parts/classes.ts";
import {
  type TerminalPiece,
  type TerminalStyle,
  normalStyle,
  terminalLines,
} from "../../words/terminal-text.ts";
import styles from "./output.module.css";

interface OutputProps {
  text: string;
  label: string;
  /** True if the beginning of the output is cut off. */
  isCut?: boolean;
  /** The lines that are marked: the number of the first, counted from 1, and how many there are. */
  mark?: { line: number; lines: number } | null;
}

export function Output({ text, label, isCut = false, mark = null }: OutputProps) {
  const box = useRef<HTMLPreElement>(null);
  const parts = useMemo(() => partsOf(terminalLines(text), mark), [text, mark?.line, mark?.lines]);
  useLayoutEffect(() => {
    const marked = box.current?.querySelector("mark");
    if (box.current && marked) box.current.scrollTop = marked.offsetTop - 60;
  }, [parts]);
  if (parts.isEmpty) return <p className={styles["empty"]}>It printed nothing.</p>;
  return (
    <>
      {isCut && <p className={styles["small"]}>Only the end of the output was kept.</p>}
      <pre ref={box} className={styles["output"]} tabIndex={0} role="group" aria-label={label}>
        {parts.before}
        {parts.marked.length > 0 && (
          <mark className={styles["failing"]}>
            <span className="unseen">The first failure: </span>
            {parts.marked}
          </mark>
        )}
        {parts.after}
      </pre>
    </>
  );
}

type Lines = readonly (readonly TerminalPiece[])[];

function partsOf(lines: Lines, mark: OutputProps["mark"]) {
  const from = mark ? Math.min(lines.length, mark.line - 1) : 0;
  const to = mark ? Math.min(lines.length, from + mark.lines) : 0;
  return {
    isEmpty: lines.every((line) => line.every(({ text }) => text.trim() === "")),
    before: shown(lines.slice(0, from), from > 0 && from < lines.length),
    marked: shown(lines.slice(from, to), false),
    after: shown(lines.slice(to), false),
  };
}

/** Joins neighbouring text of one style, so that output without colours is a single text node. */
function shown(lines: Lines, endsLine: boolean): ReactNode[] {
  const runs: TerminalPiece[] = [];
  const put = (piece: TerminalPiece) => {
    const last = runs.at(-1);
    if (last?.style === piece.style) runs[runs.length - 1] = { ...last, text: last.text + piece.text };
    else runs.push(piece);
  };
  for (const [at, line] of lines.entries()) {
    for (const piece of line) put(piece);
    if (at < lines.length - 1 || endsLine) put({ text: "\n", style: runs.at(-1)?.style ?? normalStyle });
  }
  return runs.map(({ text, style }, at) =>
    style === normalStyle ? (
      text
    ) : (
      <span key={at} className={classOf(style)}>
        {text}
      </span>
    ),
  );
}

function classOf({ colour, ground, bold, dim, italic, underlined }: TerminalStyle): string {
  return classes(
    colour === null ? undefined : styles[colour],
    ground === null ? undefined : styles[`on-${ground}`],
    bold ? styles["bold"] : undefined,
    dim ? styles["faint"] : undefined,
    italic ? styles["italic"] : undefined,
    underlined ? styles["underlined"] : undefined,
  );
}
