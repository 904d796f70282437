// Renders workers' text as markdown, then sanitises it: nothing in it runs or makes a request.
import { useEffect, useMemo, useState } from "react";
import { unkerned } from "../../words/long-word.ts";
import { plain } from "../../words/plain.ts";
import { beside } from "../beside.ts";
import { classes } from "../classes.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { sanitise } from "./sanitise.ts";
import styles from "./markdown.module.css";

/** A longer text is parsed in a web worker: it may have been written to block the page. */
const atOnce = 10_000;

export function Markdown({ text }: { text: string }) {
  const shown = useMemo(() => plain(text), [text]);
  const letters = useMemo(() => unkerned(shown), [shown]);
  const html = useParsed(shown);
  const safe = useMemo(() => (html === null ? null : sanitise(html)), [html]);
  if (safe === null)
    return <div className={classes(styles["prose"], styles["written"], letters)}>{shown}</div>;
  return <div className={classes(styles["prose"], letters)} dangerouslySetInnerHTML={{ __html: safe }} />;
}

/** Returns the HTML; `null` if the text is not parsed yet or cannot be parsed in time: then its source is shown. */
function useParsed(text: string): string | null {
  const isLong = text.length > atOnce;
  const now = useMemo(() => (isLong ? null : parseMarkdown(text)), [isLong, text]);
  const [later, setLater] = useState<{ of: string; html: string | null } | null>(null);
  useEffect(() => {
    if (!isLong) return undefined;
    let isOver = false;
    void beside({ what: "markdown", text }).then((html) => isOver || setLater({ of: text, html }));
    return () => void (isOver = true);
  }, [isLong, text]);
  return isLong ? (later?.of === text ? later.html : null) : now;
}
