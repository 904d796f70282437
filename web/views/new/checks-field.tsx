// Edits the acceptance checks: shows the project's own, and adds some for this commission.
import { useRef } from "react";
import type { ProjectEntry } from "../../../src/contract/project/project.ts";
import { Button } from "../../parts/button.tsx";
import { idOf, Labelled, Says } from "./labelled.tsx";
import styles from "./view.module.css";

interface ChecksFieldProps {
  checks: readonly string[];
  project: ProjectEntry | null | undefined;
  /** The time limit of each added check, as typed. */
  minutes: string;
  wrong: string | undefined;
  wrongMinutes: string | undefined;
  refusal: string | null;
  change(checks: string[]): void;
  changeMinutes(minutes: string): void;
}

export function ChecksField(props: ChecksFieldProps) {
  const { checks, project, wrong, refusal, change } = props;
  const list = useRef<HTMLDivElement>(null);
  const add = () => {
    change([...checks, ""]);
    requestAnimationFrame(() => [...(list.current?.querySelectorAll("input") ?? [])].at(-1)?.focus());
  };
  const own = project?.settings.checks ?? [];
  return (
    <div className={styles["field"]} role="group" aria-labelledby="new-checks-label" ref={list}>
      <span className={styles["label"]} id="new-checks-label">
        Checks
      </span>
      {!refusal &&
        own.map(({ command }) => (
          <p key={command} className={styles["given"]}>
            <code>{command}</code> <span className={styles["hint"]}>the project’s own</span>
          </p>
        ))}
      {!refusal &&
        checks.map((command, at) => (
          <div key={at} className={styles["line"]}>
            <input
              className={styles["machine"]}
              aria-label={`Check ${at + 1}`}
              value={command}
              placeholder="npm test"
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) =>
                change(checks.map((each, place) => (place === at ? target.value : each)))
              }
            />
            <Button look="quiet" onClick={() => change(checks.filter((_, place) => place !== at))}>
              Remove<span className="unseen"> check {at + 1}</span>
            </Button>
          </div>
        ))}
      {!refusal && checks.length > 0 && <Minutes {...props} />}
      <div>
        <Button id={idOf("checks")} refusal={refusal} onClick={add}>
          Add a check
        </Button>
      </div>
      <Says
        field="checks"
        wrong={refusal ? undefined : wrong}
        hint={
          refusal ??
          "Commands that run on the finished work. If all pass, it is verified. If one fails, it is refuted and not merged."
        }
      />
    </div>
  );
}

function Minutes({ minutes, wrongMinutes, changeMinutes }: ChecksFieldProps) {
  return (
    <div className={styles["minutes"]}>
      <Labelled field="checkMinutes" label="Minutes for each check" wrong={wrongMinutes}>
        {(control) => (
          <input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            value={minutes}
            placeholder="10"
            onChange={({ target }) => changeMinutes(target.value)}
          />
        )}
      </Labelled>
    </div>
  );
}
