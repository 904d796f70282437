// Shows a line of a diff, or the lines of both sides beside each other. A line's number begins a comment on it.
import { CodeLine } from "../../../parts/text/code-line.tsx";
import { shownOf } from "../../../parts/text/long-line.ts";
import { changedWords, type Span } from "../../../words/changed-words.ts";
import { codeOf, type CommentPlace } from "./comment-rows.ts";
import type { DiffLine } from "./diff-lines.ts";
import type { PairRow } from "./split-rows.ts";
import styles from "./diff-tab.module.css";

type Comment = ((place: CommentPlace) => void) | null;

interface UnifiedProps {
  path: string;
  line: DiffLine;
  comment: Comment;
}

const signs = { insert: "+", delete: "−", normal: "" } as const;

export function UnifiedLine({ path, line, comment }: UnifiedProps) {
  const number = { path, line, comment };
  return (
    <div className={styles["line"]} data-change={line.change}>
      <LineNumber {...number} side="old" />
      <LineNumber {...number} side="new" />
      <span className={styles["sign"]}>{signs[line.change]}</span>
      <Code line={line} />
    </div>
  );
}

export function PairLine({ row: { path, left, right }, comment }: { row: PairRow; comment: Comment }) {
  return (
    <div className={styles["pair"]}>
      <Half path={path} line={left} side="old" comment={comment} />
      <Half path={path} line={right} side="new" comment={comment} />
    </div>
  );
}

interface HalfProps {
  path: string;
  line: DiffLine | null;
  side: "old" | "new";
  comment: Comment;
}

function Half({ path, line, side, comment }: HalfProps) {
  if (line === null) return <div className={styles["half"]} data-change="none" />;
  return (
    <div className={styles["half"]} data-change={line.change}>
      <LineNumber path={path} line={line} side={side} comment={comment} />
      <span className={styles["sign"]}>{signs[line.change]}</span>
      <Code line={line} />
    </div>
  );
}

function LineNumber({ path, line, side, comment }: HalfProps & { line: DiffLine }) {
  const number = side === "old" ? line.before : line.after;
  if (number === null || comment === null) return <span className={styles["number"]}>{number}</span>;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles["number"]}
      data-comment={side}
      aria-label={`Comment on line ${number}${side === "old" ? " before the change" : ""}`}
      onClick={() => comment({ path, line: number, side, code: codeOf(line) })}
    >
      {number}
    </button>
  );
}

function Code({ line }: { line: DiffLine }) {
  return (
    <code className={styles["code"]}>
      <CodeLine of={line.of} at={line.at} line={shownOf(line.content)} marks={marksOf(line)} />
    </code>
  );
}

/** The changed words of each line, found when the line is first shown. */
const known = new WeakMap<DiffLine, readonly Span[]>();
const none: readonly Span[] = [];

function marksOf(line: DiffLine): readonly Span[] {
  if (line.pair === null) return none;
  const before = known.get(line);
  if (before) return before;
  const [old, fresh] = line.change === "delete" ? [line, line.pair] : [line.pair, line];
  const found = changedWords(shownOf(old.content).text, shownOf(fresh.content).text);
  known.set(old, found?.before ?? none);
  known.set(fresh, found?.after ?? none);
  return known.get(line) ?? none;
}
