// Says where finished work of a project goes. Pure.
import type { LandMode } from "../../src/contract/project/land-settings.ts";
import type { ProjectEntry } from "../../src/contract/project/project.ts";

/** Returns where the project's finished work goes; a hall of an earlier release always merges it. */
export function landOf({ settings }: Pick<ProjectEntry, "settings">): LandMode {
  return (settings as Partial<typeof settings>).land ?? "integration";
}

/** A few words for each, for a choice. */
export const landChoices: Readonly<Record<LandMode, string>> = {
  integration: "is merged at once",
  review: "waits for you to accept it",
  branch: "stays on its own branch",
};

/** A sentence for each, with the branch that work is merged to. */
export const landSentences: Readonly<Record<LandMode, (into: string) => string>> = {
  integration: (into) => `Finished work that passes its checks is merged into ${into}.`,
  review: (into) => `Finished work waits until you accept it, and is then merged into ${into}.`,
  branch: () => "Finished work stays on its own branch, ready for a pull request.",
};
