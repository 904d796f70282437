// Chooses the model of a commission among those that its request, the settings and the worker's package name.
import type { ModelChoice } from "../../contract/commission/model-choice.ts";
import type { HallConfig } from "../../contract/home/config.ts";
import { bareName, isMember } from "../show/worker-name.ts";
import type { AcceptedRequest } from "../../contract/commission/commission.ts";

export type ModelSettings = Pick<HallConfig, "model" | "projects" | "workers" | "guildMembers">;

/** The model that each of these names; `null` or `undefined` if it names none. */
export type NamedModels = Readonly<Record<Exclude<ModelChoice["from"], "open">, string | null | undefined>>;

/** From the narrowest word of a person to the widest, and then the package's. */
const order = ["commission", "worker", "project", "hall", "package"] as const;

/** Returns the first model that is named: a person pays for the work, and a package's author only recommends. */
export function chooseModel(named: NamedModels): ModelChoice {
  for (const from of order) {
    const name = named[from];
    if (name !== null && name !== undefined) return { name, from };
  }
  return { name: null, from: "open" };
}

export interface ModelOrder extends Pick<AcceptedRequest, "worker" | "project" | "config"> {
  settings: ModelSettings;
  /** The model that the worker's package names; `undefined` if it names none. */
  own: string | undefined;
}

/** Returns all that may name the model of a commission. */
export function namedModels({ worker, project, config, settings, own }: ModelOrder): NamedModels {
  const ofWorker = ownEntry(isMember(worker) ? settings.guildMembers : settings.workers, bareName(worker));
  return {
    commission: config.model,
    worker: ofWorker?.model,
    project: project === null ? undefined : ownEntry(settings.projects, project)?.model,
    hall: settings.model,
    package: own,
  };
}

/** Inherited keys such as "constructor" do not count. */
function ownEntry<T>(entries: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Returns where the choice was made, as the key or the option with which a person changes it. */
export function placeOfChoice(
  { from }: ModelChoice,
  { worker, project }: { worker: string; project: string | null },
): string {
  const places: Record<ModelChoice["from"], string> = {
    commission: "as asked for",
    worker: `${isMember(worker) ? "guildMembers" : "workers"}.${bareName(worker)}.model`,
    project: `projects.${project ?? ""}.model`,
    hall: "model in config.yaml",
    package: "its package",
    open: "no default is set",
  };
  return places[from];
}
