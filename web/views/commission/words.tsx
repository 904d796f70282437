// Shows what a worker said, as markdown if it contains any, in the page's own typography.
import { memo } from "react";
import { classes } from "../../parts/classes.ts";
import { Markdown } from "../../parts/text/markdown.tsx";
import { unkerned } from "../../words/long-word.ts";
import { plain } from "../../words/plain.ts";
import styles from "./timeline/entry.module.css";

/** Most sentences contain no markdown and need no parsing. */
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

/** Shows the task as prose. */
export const Prose = memo(function Prose({ text }: { text: string }) {
  return <Markdown text={plain(text)} />;
});
