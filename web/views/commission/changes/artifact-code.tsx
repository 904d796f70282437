// Shows the text of an artifact, line by line with syntax colours.
import { useMemo } from "react";
import { CodeLine } from "../../../parts/text/code-line.tsx";
import { languageOf } from "../../../parts/text/language-of.ts";
import { shownOf } from "../../../parts/text/long-line.ts";
import { VirtualRows } from "../../../parts/virtual-rows.tsx";
import { plainLine, plainWhole } from "../../../words/plain.ts";
import styles from "./artifacts-tab.module.css";

export function ArtifactCode({ path, text }: { path: string; text: string }) {
  const lines = useMemo(() => plainWhole(text).replace(/\n$/, "").split("\n").map(shownOf), [text]);
  const whole = useMemo(
    () => ({ language: languageOf(path), code: () => lines.map((line) => line.text).join("\n") }),
    [path, lines],
  );
  return (
    <div className={styles["code"]}>
      <VirtualRows
        label={`Lines of ${plainLine(path)}`}
        count={lines.length}
        keyOf={(at) => at}
        estimate={() => 19}
        overscan={30}
        row={(at) => (
          <div className={styles["line"]}>
            <span className={styles["number"]}>{at + 1}</span>
            <code>
              <CodeLine of={whole} at={at} line={lines[at] ?? { text: "", more: 0 }} />
            </code>
          </div>
        )}
      />
    </div>
  );
}
