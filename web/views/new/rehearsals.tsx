// Offers the scripts with which a worker can be rehearsed: everything but the model is real, and nothing is spent.
// Without a model, only rehearsals are possible, and the field says why.
import { Link } from "@tanstack/react-router";
import type { RehearsalEntry } from "../../../src/contract/package/worker-record.ts";
import { Rehearsed } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Note, ProblemNote } from "../../parts/note.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import { plainCut } from "../../words/plain.ts";
import { capital, inWords } from "../../words/say.ts";
import { workerShown } from "../../words/worker-name.ts";
import { idOf, Says } from "./labelled.tsx";
import type { Rehearsing } from "./use-rehearsal.ts";
import styles from "./rehearsals.module.css";

interface RehearsalsProps {
  rehearsing: Rehearsing;
  /** Why no model can be reached; `null` if one can. */
  withoutModel: string | null;
  wrong: string | undefined;
}

export function Rehearsals({ rehearsing, withoutModel, wrong }: RehearsalsProps) {
  if (rehearsing.isChosen) return <Chosen {...{ rehearsing, wrong, withoutModel }} />;
  if (withoutModel !== null) return <Without {...{ rehearsing, wrong, withoutModel }} />;
  if (rehearsing.offered.length === 0 && rehearsing.unplayable.length === 0)
    return wrong === undefined ? null : <Says field="rehearsal" wrong={wrong} />;
  return (
    <details className={styles["rehearse"]}>
      <summary>Rehearse instead, without spending anything</summary>
      <Cards rehearsing={rehearsing} />
      <Unplayable rehearsing={rehearsing} />
      <Says field="rehearsal" wrong={wrong} />
    </details>
  );
}

function Chosen({ rehearsing: { chosen, leave }, wrong, withoutModel }: RehearsalsProps) {
  return (
    <div className={styles["chosen"]} id={idOf("rehearsal")} tabIndex={-1}>
      <Rehearsed />
      <p>
        {chosen
          ? `${workerShown(chosen.worker)} rehearses “${chosen.name}”: a script plays the model, everything else is real, and nothing is spent.`
          : "The rehearsal of this draft does not exist any more."}
      </p>
      <Button look="quiet" onClick={leave}>
        {withoutModel === null ? "Make it real work" : "Leave the rehearsal"}
      </Button>
      <Says field="rehearsal" wrong={wrong} />
    </div>
  );
}

function Without({ rehearsing, withoutModel, wrong }: RehearsalsProps) {
  const { offered, problem, retry } = rehearsing;
  return (
    <section className={styles["without"]} id={idOf("rehearsal")} tabIndex={-1} aria-label="No model">
      <Note tone="brass">
        <p className={styles["strong"]}>This hall cannot reach a model, so it would refuse real work.</p>
        <p>
          {capital(withoutModel ?? "")}. Set <code>ANTHROPIC_API_KEY</code> or{" "}
          <code>ANTHROPIC_AUTH_TOKEN</code>, then run <code>guild-hall down</code> and{" "}
          <code>guild-hall up</code>. <Link to="/doctor">Doctor</Link> says what the hall found.
        </p>
        {offered.length > 0 && (
          <p>Until then you can rehearse: a script plays the model, everything else is real.</p>
        )}
      </Note>
      {problem && <ProblemNote problem={problem} retry={retry} />}
      <Cards rehearsing={rehearsing} />
      <Unplayable rehearsing={rehearsing} />
      <Says field="rehearsal" wrong={wrong} />
    </section>
  );
}

function Unplayable({ rehearsing: { unplayable } }: Pick<RehearsalsProps, "rehearsing">) {
  if (unplayable.length === 0) return null;
  return (
    <details className={styles["unplayable"]}>
      <summary>{`${capital(inWords(unplayable.length))} more cannot be played here`}</summary>
      <ul>
        {unplayable.map((problem) => (
          <li key={problem}>{plainCut(problem, 500)}</li>
        ))}
      </ul>
    </details>
  );
}

function Cards({ rehearsing: { offered, choose } }: Pick<RehearsalsProps, "rehearsing">) {
  return (
    <ul className={styles["cards"]}>
      {offered.map((entry: RehearsalEntry) => (
        <li key={`${entry.worker}/${entry.name}`}>
          <button type="button" className={styles["card"]} onClick={() => choose(entry)}>
            <Sigil name={entry.worker} />
            <span className={styles["words"]}>
              <span className={styles["title"]}>{plainCut(entry.title, 120)}</span>
              <span className={styles["says"]}>
                {workerShown(entry.worker)} · {entry.name} <Rehearsed />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
