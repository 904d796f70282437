// Edits the model. An empty field means the default, which the hint names with the setting that it comes from.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { ModelList } from "../../../src/contract/commission/model-list.ts";
import { chooseModel, type NamedModels, placeOfChoice } from "../../../src/rules/model/choose-model.ts";
import { queries } from "../../store/queries.ts";
import { bareName, isMember } from "../../words/worker-name.ts";
import type { CommissionDraft } from "./draft.ts";
import { Labelled } from "./labelled.tsx";
import { priceOf } from "./model-price.ts";
import styles from "./view.module.css";

export interface Chooser {
  /** The model that the worker's package names; `null` if it names none. */
  own: string | null;
}

interface ModelFieldProps extends Chooser {
  draft: CommissionDraft;
  wrong: string | undefined;
  change(change: Partial<CommissionDraft>): void;
}

export function ModelField({ draft, own, wrong, change }: ModelFieldProps) {
  const { data } = useQuery(queries.models());
  const listId = useId();
  const { worker } = draft;
  const project = draft.project === "" ? null : draft.project;
  const choice = data && chooseModel(namedHere(data.defaults, { worker, project, own }));
  const name = choice?.name ?? (isMember(worker) ? undefined : data?.defaults.claude);
  return (
    <Labelled
      field="model"
      label="Model"
      wrong={wrong}
      hint={choice ? placeOfChoice(choice, { worker, project }) : ""}
    >
      {(control) => (
        <>
          <input
            {...control}
            className={styles["machine"]}
            autoComplete="off"
            spellCheck={false}
            list={listId}
            value={draft.model}
            placeholder={name ?? "the default model"}
            onChange={({ target }) => change({ model: target.value })}
          />
          <datalist id={listId}>
            {data?.models.map((model) => (
              <option key={model.name} value={model.name}>
                {priceOf(model)}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Labelled>
  );
}

interface Chosen {
  worker: string;
  project: string | null;
  own: string | null;
}

/** The hall decides in the same way when it accepts the commission. */
function namedHere(defaults: ModelList["defaults"], { worker, project, own }: Chosen): NamedModels {
  const find = (list: ModelList["defaults"]["workers"], of: string | null) =>
    list.find(({ name }) => name === of)?.model;
  return {
    commission: null,
    worker: find(isMember(worker) ? defaults.members : defaults.workers, bareName(worker)),
    project: find(defaults.projects, project),
    hall: defaults.hall,
    package: own,
  };
}
