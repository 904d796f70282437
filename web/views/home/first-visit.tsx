// Shows the home view before the first commission: what a commission is, and how to hand one over.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Seal as SealName } from "../../../src/contract/commission/commission.ts";
import { Seal } from "../../parts/badge.tsx";
import { ButtonLink } from "../../parts/button.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import { queries } from "../../store/queries.ts";
import { workerShown } from "../../words/worker-name.ts";
import styles from "./first-visit.module.css";

export function FirstVisit() {
  const model = useQuery(queries.status()).data?.model;
  const isWithout = model?.available === false;
  return (
    <section className={styles["first"]} aria-labelledby="first-visit">
      <h2 id="first-visit" className={styles["title"]}>
        Hand over your first commission
      </h2>
      <div className={styles["meaning"]}>
        <p className={styles["prose"]}>
          A commission is a piece of work that you describe once and need not watch: a question to research, a
          change to make, a branch to review. One worker does it alone, in a sandbox of its own. Its result
          appears here, with a seal that says how far you can trust it.
        </p>
        <dl className={styles["seals"]}>
          {seals.map(({ seal, says }) => (
            <div key={seal}>
              <dt>
                <Seal seal={seal} />
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
      </div>
      {isWithout && (
        <p className={styles["prose"]}>
          This hall cannot reach a model yet ({model.detail}). You can still rehearse: a script plays the
          model, everything else is real, and nothing is spent. <Link to="/doctor">Doctor</Link> says how to
          add a credential.
        </p>
      )}
      <p className={styles["acts"]}>
        <ButtonLink to="/new" look="main" keys="N">
          {isWithout ? "Rehearse a commission" : "New commission"}
        </ButtonLink>
        <span className={styles["or"]}>
          or <code>{isWithout ? "guild-hall demo" : 'guild-hall commission researcher "…"'}</code>
        </span>
      </p>
      <WhoIsHere />
    </section>
  );
}

const seals: readonly { seal: SealName; says: string }[] = [
  { seal: "claimed", says: "the worker says so; nothing was checked" },
  { seal: "verified", says: "its checks ran and passed" },
  { seal: "refuted", says: "a check failed or could not be run" },
  { seal: "conflict", says: "it could not be merged" },
];

function WhoIsHere() {
  const workers = useQuery(queries.workers()).data?.workers ?? [];
  if (workers.length === 0) return null;
  return (
    <>
      <h2 className={styles["here"]}>Workers</h2>
      <ul className={styles["workers"]}>
        {workers.slice(0, 6).map(({ name, description }) => (
          <li key={name}>
            <Sigil name={name} />
            <div>
              <Link to="/workers/$name" params={{ name }}>
                {workerShown(name)}
              </Link>
              <p>{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
