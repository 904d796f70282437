// What a worker said: markdown where it is any, in the voice of the page's own words.
import { memo } from "react";
import { classes } from "../../parts/classes.ts";
import { Markdown } from "../../parts/text/markdown.tsx";
import { unkerned } from "../../words/long-word.ts";
import { plain } from "../../words/plain.ts";
import styles from "./timeline/entry.module.css";

/** Most sentences hold nothing that markdown would change, and need not be parsed. */
const mayBeMarkdown = /[`*_#[\]<>|~\\]|\n|^\s*(?:[-+]|\d+\.)\s|https?:/;

export const Words = memo(function Words({ text }: { text: string }) {
  const shown = plain(text);
  if (!mayBeMarkdown.test(shown)) return <p className={classes(styles["said"], unkerned(shown))}>{shown}</p>;
  return (
    <div className={styles["said"]}>
      <Markdown text={shown} />
    </div>
  );
});

/** What was asked, as prose. */
export const Prose = memo(function Prose({ text }: { text: string }) {
  return <Markdown text={plain(text)} />;
});
