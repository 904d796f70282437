// Shows the settings that the hall proposes for a project, each of which a person may leave out or edit.
import type { Proposal, ProposedLine, TakenSettings } from "../../../src/contract/project/proposal.ts";
import { takeLines } from "../../../src/rules/project/proposal/take.ts";
import { Note } from "../../parts/note.tsx";
import styles from "./proposal.module.css";

/** A proposed line with what the person makes of it. */
export interface LineChoice {
  line: ProposedLine;
  isTaken: boolean;
  value: string;
}

export function choicesOf(proposal: Proposal | undefined): LineChoice[] {
  return (proposal?.lines ?? []).map((line) => ({ line, isTaken: line.advised, value: line.value }));
}

/** Returns the settings to send; `undefined` if the person takes none. */
export function chosenSettings(
  choices: readonly LineChoice[],
  proposal: Proposal | undefined,
): TakenSettings | undefined {
  const taken = choices
    .filter(({ isTaken, value }) => isTaken && value.trim() !== "")
    .map(({ line, value }) => ({ ...line, value, address: value === line.value ? line.address : null }));
  return proposal === undefined || taken.length === 0 ? undefined : takeLines(taken, proposal);
}

const kinds: Readonly<Record<ProposedLine["kind"], string>> = {
  setup: "Set-up",
  host: "Host",
  check: "Check",
  copy: "Copied file",
};

interface ProposalProps {
  proposal: Proposal;
  choices: readonly LineChoice[];
  change(choices: LineChoice[]): void;
}

export function ProposalChoice({ proposal, choices, change }: ProposalProps) {
  const set = (at: number, more: Partial<LineChoice>) =>
    change(choices.map((choice, index) => (index === at ? { ...choice, ...more } : choice)));
  return (
    <>
      {choices.length > 0 && (
        <fieldset className={styles["lines"]}>
          <legend>Its files suggest these settings</legend>
          {choices.map((choice, at) => (
            <Line
              key={`${choice.line.kind} ${choice.line.value}`}
              choice={choice}
              set={(more) => set(at, more)}
            />
          ))}
        </fieldset>
      )}
      {isCutOff(choices, proposal) && (
        <Note>Without a host the set-up runs without the network, and cannot fetch packages.</Note>
      )}
      {proposal.kept.length > 0 && (
        <Note>The project has its own {proposal.kept.join(", ")} already: that stays as it is.</Note>
      )}
      {proposal.notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
    </>
  );
}

function isCutOff(choices: readonly LineChoice[], proposal: Proposal): boolean {
  const wants = choices.some(({ line, isTaken }) => isTaken && line.network);
  return wants && chosenSettings(choices, proposal)?.setup?.network === false;
}

function Line({ choice, set }: { choice: LineChoice; set(more: Partial<LineChoice>): void }) {
  const { line, isTaken, value } = choice;
  const kind = kinds[line.kind];
  return (
    <div className={styles["line"]}>
      <input
        type="checkbox"
        aria-label={`Write the ${kind.toLowerCase()} ${line.value}`}
        checked={isTaken}
        onChange={({ target }) => set({ isTaken: target.checked })}
      />
      <span className={styles["kind"]}>{kind}</span>
      <input
        aria-label={`${kind}: ${line.value}`}
        autoComplete="off"
        spellCheck={false}
        value={value}
        disabled={!isTaken}
        onChange={({ target }) => set({ value: target.value })}
      />
      <p className={styles["reason"]}>
        {line.reason}
        {line.network && "; it may use the network"}
      </p>
    </div>
  );
}
