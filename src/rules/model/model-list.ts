// Lists the models whose prices the hall knows, with the defaults that are set. Other models may exist: an endpoint
// decides what it serves.
import type { ListedModel, ModelList } from "../../contract/commission/model-list.ts";
import type { ModelSettings } from "./choose-model.ts";
import { contextWindowOf } from "./context-windows.ts";
import { fastRateOf, pricedModels, rateOf } from "./prices.ts";

/** The model that claude 2.1.325 uses if it is told none. A test compares it with what claude asks for. */
export const claudesModel = "claude-opus-5-5";

export function listModels(settings: ModelSettings): ModelList {
  const defaults = {
    hall: settings.model,
    claude: claudesModel,
    projects: named(settings.projects),
    workers: named(settings.workers),
    members: named(settings.guildMembers),
  };
  const mentioned = [
    ...(defaults.hall === null ? [] : [defaults.hall]),
    ...[defaults.projects, defaults.workers, defaults.members].flatMap((each) =>
      each.map(({ model }) => model),
    ),
  ];
  const others = [...new Set(mentioned)].filter((name) => !pricedModels.includes(name));
  return { defaults, models: [...pricedModels, ...others].map(listed) };
}

function named(entries: Readonly<Record<string, { model?: string | undefined }>>) {
  return Object.entries(entries).flatMap(([name, { model }]) =>
    model === undefined ? [] : [{ name, model }],
  );
}

function listed(name: string): ListedModel {
  return {
    name,
    contextWindow: contextWindowOf(name),
    usdPerMillion: rateOf(name),
    fastUsdPerMillion: fastRateOf(name),
  };
}
