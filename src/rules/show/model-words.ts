// Words on the model that was chosen for a commission: its name, why it is that one, and what it costs.
import type { ModelChoice } from "../../contract/commission/model-choice.ts";
import { placeOfChoice } from "../model/choose-model.ts";
import { claudesModel } from "../model/model-list.ts";
import { rateOf } from "../model/prices.ts";
import { isMember } from "./worker-name.ts";

interface Chosen {
  worker: string;
  project: string | null;
  choice: ModelChoice;
}

/** Says which model and why: "claude-opus-5 (projects.acme.model)". */
export function choiceWords({ worker, project, choice }: Chosen): string {
  if (choice.name !== null) return `${choice.name} (${placeOfChoice(choice, { worker, project })})`;
  if (isMember(worker)) return "the guild member's own choice (no default is set)";
  return `${claudesModel} (claude's own choice, because no default is set)`;
}

/** Says what the model costs; empty if the hall does not choose the model. */
export function priceWords({ worker, choice }: Chosen): string {
  if (choice.name === null && isMember(worker)) return "";
  const rate = rateOf(choice.name ?? claudesModel);
  if (rate === null) return "its price is not known, so its budget counts the highest price that is";
  return `$${rate.input} per million tokens in, $${rate.output} out`;
}

/** Says which model the hall uses where nothing else names another. */
export function defaultModelWords(model: string | null): string {
  return model === null ? `by default ${claudesModel}, as claude prefers` : `by default ${model}`;
}

interface SessionModel {
  worker: string;
  project: string | null;
  /** The model that the latest session began with; `null` if none has begun. */
  model: string | null;
  modelChoice: ModelChoice | null;
}

/** Says which model a commission has and why, and which one its session began with if that is another. */
export function modelWords({ worker, project, model, modelChoice: choice }: SessionModel): string | null {
  if (!choice || (choice.name === null && model !== null)) return model;
  const chosen = choiceWords({ worker, project, choice });
  return model === null || model === choice.name ? chosen : `${model}; asked for: ${chosen}`;
}
