// Shows one line of code, coloured once its colours have arrived. Every piece is a text node.
import type { Span } from "../../words/changed-words.ts";
import { type CodeText, useColours } from "../colours.ts";
import { classes } from "../classes.ts";
import type { LineShown } from "./long-line.ts";
import styles from "./code-line.module.css";

interface CodeLineProps {
  /** The text that this line belongs to, and its index there. */
  of: CodeText;
  at: number;
  line: LineShown;
  /** The parts of the line that are marked. */
  marks?: readonly Span[];
}

export function CodeLine({ of, at, line: { text, more }, marks = [] }: CodeLineProps) {
  const pieces = useColours(of)?.[at] ?? [{ text, is: null }];
  return (
    <>
      {cutAt(pieces, marks).map(({ text: piece, is, isMarked }, number) => {
        const voice = is === null ? undefined : styles[voiceOf.get(is) ?? "plain"];
        if (isMarked)
          return (
            <mark key={number} className={classes(styles["mark"], voice)}>
              {piece}
            </mark>
          );
        return voice === undefined ? (
          piece
        ) : (
          <span key={number} className={voice}>
            {piece}
          </span>
        );
      })}
      {more > 0 && (
        <span className={styles["more"]}>
          {" "}
          … {more.toLocaleString("en-US")} more characters are not shown
        </span>
      )}
    </>
  );
}

interface CutPiece {
  text: string;
  is: string | null;
  isMarked: boolean;
}

/** Cuts the pieces where a mark begins or ends. */
function cutAt(pieces: readonly Pick<CutPiece, "text" | "is">[], marks: readonly Span[]): CutPiece[] {
  if (marks.length === 0) return pieces.map((piece) => ({ ...piece, isMarked: false }));
  const edges = marks.flatMap(({ from, to }) => [from, to]);
  const cut: CutPiece[] = [];
  let at = 0;
  for (const { text, is } of pieces) {
    const end = at + text.length;
    const stops = [at, ...edges.filter((edge) => edge > at && edge < end), end];
    for (let n = 0; n + 1 < stops.length; n += 1) {
      const [from = 0, to = 0] = [stops[n], stops[n + 1]];
      const isMarked = marks.some((mark) => mark.from <= from && to <= mark.to);
      cut.push({ text: text.slice(from - at, to - at), is, isMarked });
    }
    at = end;
  }
  return cut.filter(({ text }) => text !== "");
}

/** Four styles are enough: keywords, names, literals and comments. */
const voices = {
  word: "keyword selector-tag doctag section name tag",
  named: "title type built_in class property attr attribute selector-class selector-id variable",
  literal: "string number literal regexp symbol bullet link char code template addition",
  aside: "comment quote meta",
};

const voiceOf = new Map(
  Object.entries(voices).flatMap(([voice, kinds]) => kinds.split(" ").map((kind) => [kind, voice] as const)),
);
