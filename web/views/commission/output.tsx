// Shows a command's output verbatim, in a box that scrolls if it is long.
import { useMemo } from "react";
import { plain } from "../../words/plain.ts";
import styles from "./timeline/entry.module.css";

interface OutputProps {
  text: string;
  label: string;
  /** True if the beginning of the output is cut off. */
  isCut?: boolean;
}

export function Output({ text, label, isCut = false }: OutputProps) {
  const shown = useMemo(() => plain(text), [text]);
  if (shown.trim() === "") return <p className={styles["empty"]}>It printed nothing.</p>;
  return (
    <>
      {isCut && <p className={styles["small"]}>Only the end of the output was kept.</p>}
      <pre className={styles["output"]} tabIndex={0} role="group" aria-label={label}>
        {shown}
      </pre>
    </>
  );
}
