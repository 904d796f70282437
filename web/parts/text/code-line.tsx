// Shows one line of code, coloured once its colours have arrived. Every piece is a text node.
import { type CodeText, useColours } from "../colours.ts";
import type { LineShown } from "./long-line.ts";
import styles from "./code-line.module.css";

interface CodeLineProps {
  /** The text that this line belongs to, and its index there. */
  of: CodeText;
  at: number;
  line: LineShown;
}

export function CodeLine({ of, at, line: { text, more } }: CodeLineProps) {
  const pieces = useColours(of)?.[at];
  return (
    <>
      {pieces?.map(({ text: piece, is }, number) =>
        is === null ? (
          piece
        ) : (
          <span key={number} className={styles[voiceOf.get(is) ?? "plain"]}>
            {piece}
          </span>
        ),
      ) ?? text}
      {more > 0 && (
        <span className={styles["more"]}>
          {" "}
          … {more.toLocaleString("en-US")} more characters are not shown
        </span>
      )}
    </>
  );
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
