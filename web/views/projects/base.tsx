// Says whether the project's base, the tip of its integration branch, fails the project's own checks: red with the
// failing checks, or flaky with both outputs. A base that passes is not mentioned.
import { useState } from "react";
import type { ProjectBase } from "../../../src/contract/project/base.ts";
import type { ProjectDetail } from "../../../src/contract/project/project.ts";
import type { CheckResult } from "../../../src/contract/project/tree.ts";
import { failedOf, flakyOf, noBase, redText } from "../../../src/rules/checks/bases.ts";
import { findFirstFailure } from "../../../src/rules/checks/first-failure.ts";
import { ApproveForm } from "../../parts/approve-form.tsx";
import { Button, ButtonLink } from "../../parts/button.tsx";
import { Note } from "../../parts/note.tsx";
import { plainLine } from "../../words/plain.ts";
import { Output } from "../commission/output.tsx";
import styles from "./view.module.css";

/** Returns the project's base. A hall of an earlier release does not send one. */
export function baseOf({ base }: { base?: ProjectBase }): ProjectBase {
  return base ?? noBase;
}

export function Base({ project }: { project: ProjectDetail }) {
  const base = baseOf(project);
  const flaky = flakyOf(base.checks);
  if (base.state !== "red" && flaky.length === 0) return null;
  return (
    <div className={styles["gap"]}>
      {base.state === "red" &&
        (base.approve ? <Waits project={project} tree={base.approve.tree} /> : <Red project={project} />)}
      {flaky.length > 0 && <Flaky checks={flaky} />}
    </div>
  );
}

/**
 * Shows that the set-up waits for approval, so that the checks of the base could not be run. No check has
 * failed.
 */
function Waits({ project: { name }, tree }: { project: ProjectDetail; tree: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Note tone="brass">
      <p>
        <strong>Its set-up needs your approval.</strong> The set-up needs the network, and the files of the
        integration branch differ from those of your branch. Work that may change files waits until you
        approve them.
      </p>
      {isOpen ? (
        <ApproveForm project={name} tree={tree} close={() => setOpen(false)} />
      ) : (
        <Button onClick={() => setOpen(true)}>Review and approve</Button>
      )}
    </Note>
  );
}

function Red({ project: { name, integration, base } }: { project: ProjectDetail }) {
  const since = base.since?.commit ?? base.commit ?? "";
  return (
    <Note tone="madder">
      <p>
        <strong>This project is red.</strong>{" "}
        {plainLine(redText({ branch: integration ?? "its base", since, checks: base.checks }))}. Work that may
        change files waits until the project is repaired; reviews and research continue.
      </p>
      {failedOf(base.checks).map((check) => (
        <Output
          key={check.command}
          text={findFirstFailure(check.output)?.text ?? check.output}
          label={`What ${plainLine(check.command)} printed`}
        />
      ))}
      <ButtonLink to="/new" search={{ project: name }}>
        Commission a repair
      </ButtonLink>
    </Note>
  );
}

function Flaky({ checks }: { checks: readonly CheckResult[] }) {
  return (
    <Note tone="brass">
      {checks.map(({ command, output, again }) => (
        <div key={command}>
          <p>
            <code>{plainLine(command)}</code> is flaky: it failed, and passed when it was run again on the
            same tree.
          </p>
          <Output text={output} label={`What ${plainLine(command)} printed when it failed`} />
          <Output text={again?.output ?? ""} label={`What ${plainLine(command)} printed when it passed`} />
        </div>
      ))}
    </Note>
  );
}
