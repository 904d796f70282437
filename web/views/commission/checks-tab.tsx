// Shows the acceptance checks with the evidence: each command, its outcome and its output.
import { useMemo } from "react";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { findFirstFailure } from "../../../src/rules/checks/first-failure.ts";
import type { HostUse } from "../../../src/contract/project/set-up.ts";
import { hasPassed } from "../../../src/rules/checks/has-passed.ts";
import { hostWords } from "../../../src/rules/network/hosts.ts";
import { Ago } from "../../parts/ago.tsx";
import { Empty } from "../../parts/panel.tsx";
import { plainLine } from "../../words/plain.ts";
import { duration } from "../../words/say.ts";
import { CheckBadge } from "./check-badge.tsx";
import { type ShownCheckRun, type CheckState, checkStates } from "./checks-state.ts";
import type { LedgerPicture } from "./ledger.ts";
import { Output } from "./output.tsx";
import { runWords } from "./timeline/run-words.ts";
import styles from "./checks-tab.module.css";

interface ChecksProps {
  commission: CommissionDetail;
  planned: LedgerPicture["planned"];
}

export function ChecksTab({ commission, planned }: ChecksProps) {
  const { checks, setup, endedAt } = commission;
  const states = checkStates({ planned, checks, isOver: endedAt !== null });
  return (
    <div className={styles["checks"]}>
      {states.length === 0 && <NoChecks />}
      {states.map((state, at) => (
        <Check key={at} check={state} />
      ))}
      {setup && (
        <>
          <h2 className={styles["setup"]}>The project’s set-up</h2>
          <Check
            check={{
              command: setup.command,
              from: "project",
              run: { ...setup, from: "project", at: null, tree: null },
              state: hasPassed(setup) ? "passed" : "failed",
            }}
          />
          <Hosts uses={setup.hosts ?? []} />
        </>
      )}
    </div>
  );
}

/** Lists the hosts that the set-up contacted, and how much was transferred. */
function Hosts({ uses }: { uses: readonly HostUse[] }) {
  if (uses.length === 0) return null;
  return (
    <ul className={styles["words"]} aria-label="Hosts that the set-up contacted">
      {uses.map((use) => (
        <li key={`${use.host}:${use.port}`}>{plainLine(hostWords(use))}</li>
      ))}
    </ul>
  );
}

function Check({ check: { command, from, run, state } }: { check: CheckState }) {
  const asker = from === "project" ? "required by its project" : "required by the commission";
  return (
    <details className={styles["check"]} open={state === "failed"}>
      <summary>
        <code>{plainLine(command)}</code>
        <span className={styles["words"]}>
          {run && <Ran run={run} />}
          {asker}
        </span>
        <CheckBadge state={state} />
      </summary>
      {run ? (
        <Printed run={run} />
      ) : (
        <p className={styles["words"]}>
          {state === "never" ? "The work did not get this far." : "It is run when the work is finished."}
        </p>
      )}
    </details>
  );
}

/** Fills in `null` for a hall of an older release, which says neither when a check was run nor on which tree. */
function whereKnown({ at, tree }: Partial<Pick<ShownCheckRun, "at" | "tree">>) {
  return { at: at ?? null, tree: tree ?? null };
}

/** Shows how a check ended, how long it took, when it was run and on which tree. */
function Ran({ run }: { run: ShownCheckRun }) {
  const { ms } = run;
  const { at, tree } = whereKnown(run);
  return (
    <>
      {runWords(run)} · {duration(ms)} ·{" "}
      {at !== null && (
        <>
          <Ago at={at} /> ·{" "}
        </>
      )}
      {tree !== null && (
        <>
          tree <code title={tree}>{tree.slice(0, 7)}</code> ·{" "}
        </>
      )}
    </>
  );
}

/** Shows the output; of a failed check with the first failure marked and in view. */
function Printed({ run }: { run: ShownCheckRun }) {
  const command = plainLine(run.command);
  const failure = useMemo(() => (hasPassed(run) ? null : findFirstFailure(run.output)), [run]);
  const again = run.again ?? null;
  const mark = failure && { line: failure.line, lines: failure.text.split("\n").length };
  const all = <Output text={run.output} label={`What ${command} printed`} isCut={run.cut} mark={mark} />;
  if (again !== null && hasPassed(again))
    return (
      <>
        <p className={styles["words"]}>
          It is flaky: it failed, and passed when it was run again on the same tree.
        </p>
        {all}
        <Output
          text={again.output}
          label={`What ${command} printed when it was run again`}
          isCut={again.cut}
        />
      </>
    );
  if (failure === null) return all;
  return (
    <>
      <p className={styles["words"]}>The first failure, at line {failure.line}</p>
      {all}
    </>
  );
}

function NoChecks() {
  return (
    <Empty title="This commission has no checks.">
      <p>
        Only its worker says whether it is done. You can give a commission commands that must pass, with
        “guild-hall commission --check COMMAND” or in the form for a new one. A project can require checks of
        all its work.
      </p>
    </Empty>
  );
}
