// Shows the fields in the order in which a person thinks of them: who, where, what; then checks and limits.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { titleOf } from "../../../src/rules/prompt/prompts.ts";
import { useHall } from "../../store/hall-store.ts";
import type { Attaching } from "../../parts/use-attaching.ts";
import { queries } from "../../store/queries.ts";
import { isMember } from "../../words/worker-name.ts";
import { AfterField } from "./after-field.tsx";
import { ChecksField } from "./checks-field.tsx";
import { ChipsField } from "./chips-field.tsx";
import type { CommissionDraft } from "./draft.ts";
import { allowedFor, type Faults, isLabel, type KnownForDraft, mostLabels } from "./faults.ts";
import { Labelled } from "./labelled.tsx";
import { LandField } from "./land-field.tsx";
import { LimitsField } from "./limits-field.tsx";
import { labelOffers, noLabelWords } from "./offers.ts";
import { Rehearsals } from "./rehearsals.tsx";
import { TaskField } from "./task-field.tsx";
import type { Rehearsing } from "./use-rehearsal.ts";
import { ToolsField } from "./tools-field.tsx";
import { notForMembers, toolsOf, type Worker } from "./who.ts";
import { WorkerField } from "./worker-field.tsx";
import { baseOf } from "../projects/base.tsx";
import styles from "./view.module.css";

interface FormProps {
  known: KnownForDraft;
  workers: readonly Worker[] | undefined;
  faults: Faults;
  rehearsing: Rehearsing;
  withoutModel: string | null;
  attaching: Attaching;
  change(change: Partial<CommissionDraft>): void;
}

export function Form(props: FormProps) {
  const { known, workers, faults, rehearsing, withoutModel, attaching, change } = props;
  const { draft, worker, project } = known;
  const forMember = isMember(draft.worker);
  return (
    <form className={styles["form"]} onSubmit={(event) => event.preventDefault()}>
      <Rehearsals {...{ rehearsing, withoutModel }} wrong={faults.rehearsal} />
      <WorkerField
        workers={workers}
        chosen={draft.worker}
        wrong={faults.worker}
        choose={(name) => change({ worker: name, ...(name !== draft.worker && { rehearsal: "" }) })}
      />
      <div className={styles["pair"]}>
        <ProjectField {...props} />
        <TitleField {...props} />
      </div>
      <TaskField
        task={draft.task}
        wrong={faults.task}
        project={!forMember && project?.integration ? draft.project : null}
        change={(task) => change({ task })}
        attaching={attaching}
        noFiles={forMember ? notForMembers.files : null}
        wrongFiles={faults.files}
      />
      <AfterField known={known} wrong={faults.after} choose={(after) => change({ after })} />
      <ChecksField
        checks={draft.checks}
        project={project}
        minutes={draft.checkMinutes}
        wrong={faults.checks}
        wrongMinutes={faults.checkMinutes}
        refusal={forMember ? notForMembers.checks : null}
        change={(checks) => change({ checks })}
        changeMinutes={(checkMinutes) => change({ checkMinutes })}
      />
      <fieldset className={styles["group"]}>
        <legend>At most</legend>
        <LimitsField
          draft={draft}
          allowed={allowedFor(known)}
          model={{ own: worker?.kind === "package" ? worker.model : null }}
          faults={faults}
          change={change}
        />
        <ToolsField
          tools={toolsOf(worker)}
          without={draft.without}
          wrong={faults.tools}
          change={(without) => change({ without })}
        />
      </fieldset>
      <LandField {...props} />
      <LabelsField {...props} />
      <KeepField {...props} />
      <OnRedField {...props} />
    </form>
  );
}

function ProjectField({ known: { draft }, faults, change }: FormProps) {
  const { data, error } = useQuery(queries.projects());
  const names: string[] = data?.projects.map(({ name }) => name) ?? [];
  const refusal = isMember(draft.worker) ? notForMembers.project : null;
  const hint = error
    ? "The hall could not list its projects."
    : names.length === 0
      ? "There is no project yet. To add one, run guild-hall project add NAME PATH."
      : null;
  return (
    <Labelled field="project" label="Project" hint={hint} wrong={faults.project} refusal={refusal}>
      {(control) => (
        <select
          {...control}
          value={control.disabled ? "" : draft.project}
          onChange={({ target }) => change({ project: target.value })}
        >
          <option value="">none</option>
          {draft.project !== "" && !names.includes(draft.project) && <option>{draft.project}</option>}
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function TitleField({ known: { draft }, faults, change }: FormProps) {
  const own = draft.task.trim() === "" ? "The first line of the task" : titleOf(draft.task);
  return (
    <Labelled field="title" label="Title" wrong={faults.title}>
      {(control) => (
        <input
          {...control}
          value={draft.title}
          placeholder={own}
          autoComplete="off"
          onChange={({ target }) => change({ title: target.value })}
        />
      )}
    </Labelled>
  );
}

function LabelsField({ known: { draft }, faults, change }: FormProps) {
  const newest = useHall((state) => state.newest);
  const labels = useMemo(() => [...new Set(newest.flatMap((each) => each.labels))].sort(), [newest]);
  return (
    <ChipsField
      field="labels"
      label="Labels"
      placeholder="a word to find it by"
      hint="Letters, digits and . _ : / @ -, up to 64 characters."
      empty={(text) => noLabelWords(text, draft.labels)}
      wrong={faults.labels}
      chosen={draft.labels}
      nameOf={(value) => value}
      offersFor={(text) => labelOffers(text, { known: labels, chosen: draft.labels })}
      taken={(text) => (isLabel(text) && draft.labels.length < mostLabels ? text : null)}
      choose={(chosen) => change({ labels: chosen })}
    />
  );
}

/** Offered only if the project is red: it fails its own checks. */
function OnRedField({ known: { draft, project }, change }: FormProps) {
  if (!project || baseOf(project).state !== "red" || isMember(draft.worker)) return null;
  return (
    <label className={styles["tick"]}>
      <input
        type="checkbox"
        checked={draft.onRed}
        onChange={({ target }) => change({ onRed: target.checked })}
      />
      <span>
        Start although the project is red
        <span className={styles["hint"]}> as a repair: it is verified if every check passes afterwards</span>
      </span>
    </label>
  );
}

function KeepField({ known: { draft, project }, change }: FormProps) {
  const refusal = isMember(draft.worker)
    ? notForMembers.keepWorktree
    : project?.integration
      ? null
      : "Only work on a project with a repository has a worktree.";
  return (
    <label className={styles["tick"]}>
      <input
        type="checkbox"
        checked={refusal === null && draft.keepWorktree}
        disabled={refusal !== null}
        onChange={({ target }) => change({ keepWorktree: target.checked })}
      />
      <span>
        Keep its worktree after its end
        <span className={styles["hint"]}> {refusal ?? "so that you can look at its files there"}</span>
      </span>
    </label>
  );
}
