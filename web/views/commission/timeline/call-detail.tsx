// Shows an unfolded tool call: its input, field by field, and its output.
import { useMemo } from "react";
import { plain, plainLine } from "../../../words/plain.ts";
import { Output } from "../output.tsx";
import type { ShownToolCall } from "./timeline-entry.ts";
import styles from "./entry.module.css";

export function CallDetail({ call }: { call: ShownToolCall }) {
  const { input, returned, isCut, facts } = call;
  return (
    <div className={styles["detail"]}>
      <Input input={input} />
      {facts.length > 0 && <p className={styles["small"]}>On record: {facts.map(plainLine).join("; ")}.</p>}
      {returned ? (
        <>
          <p className={styles["head"]}>{returned.isError ? "It failed with" : "It returned"}</p>
          <Output text={returned.output} label="What the tool returned" />
        </>
      ) : (
        <p className={styles["small"]}>{isCut ? "It did not return." : "It has not returned yet."}</p>
      )}
    </div>
  );
}

function Input({ input }: { input: string }) {
  const parts = useMemo(() => partsOf(input), [input]);
  if (parts === null) return <Output text={input} label="The tool’s input" />;
  if (parts.length === 0) return <p className={styles["small"]}>It got no input.</p>;
  return (
    <dl className={styles["input"]}>
      {parts.map(([name, value]) => (
        <div key={name}>
          <dt>{plainLine(name)}</dt>
          <dd>
            <pre className={styles["value"]}>{plain(value)}</pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Returns the fields of the input; `null` if it is not a complete JSON object, since a long input is stored truncated.
 */
function partsOf(input: string): [string, string][] | null {
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return Object.entries(value).map(([name, part]) => [
      name,
      typeof part === "string" ? part : JSON.stringify(part, null, isShallow(part) ? 2 : 0),
    ]);
  } catch {
    return null;
  }
}

/**
 * Returns whether the value is nested at most `depth` levels deep. Indented, an object nested a thousand levels deep
 * would take a million spaces.
 */
function isShallow(value: unknown, depth = 20): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}
