// Shows what the worker said, and below it its tool calls: one line each, which unfolds to input and output.
import { tellingPart, toolName } from "../../../../src/rules/show/tool-call.ts";
import { plainCut, plainLine } from "../../../words/plain.ts";
import { CallDetail } from "./call-detail.tsx";
import { FoldingText } from "./folding-text.tsx";
import type { ShownToolCall, EntryOf } from "./timeline-entry.ts";
import { toolOutcome } from "./tool-outcome.ts";
import { useUnfolded } from "./unfolded.ts";
import { Words } from "../words.tsx";
import styles from "./entry.module.css";

/** The most characters of a call's input on its line: the beginning of a long command is enough to recognise it. */
const tellingCharacters = 110;

export function WorkerEntry({ entry: { seq, text, calls } }: { entry: EntryOf<"worker"> }) {
  return (
    <>
      {text !== null && <FoldingText name={`said-${seq}`} text={text} most={3000} as={Words} />}
      {calls.length > 0 && (
        <ul className={styles["calls"]}>
          {calls.map((call) => (
            <CallItem key={call.callId} call={call} />
          ))}
        </ul>
      )}
    </>
  );
}

function CallItem({ call }: { call: ShownToolCall }) {
  const [isOpen, turn] = useUnfolded(`call-${call.callId}`);
  const isRunning = call.returned === null && !call.isCut;
  return (
    <li className={isOpen ? styles["open"] : undefined}>
      <button
        type="button"
        className={styles["chip"]}
        data-fold
        data-bad={call.returned?.isError || undefined}
        data-running={isRunning || undefined}
        aria-expanded={isOpen}
        onClick={turn}
      >
        <b>{plainLine(toolName(call.tool))}</b>
        <span className={styles["telling"]}>{plainCut(tellingPart(call.input), tellingCharacters)}</span>
        <Outcome call={call} isRunning={isRunning} />
      </button>
      {isOpen && <CallDetail call={call} />}
    </li>
  );
}

function Outcome({ call, isRunning }: { call: ShownToolCall; isRunning: boolean }) {
  if (isRunning) return <span className={styles["running"]}>running</span>;
  const words = toolOutcome(call);
  if (words === "") return null;
  return (
    <span className={call.returned?.isError ? styles["bad"] : styles["outcome"]}>· {plainLine(words)}</span>
  );
}
