// Where set-ups lie in the hall's home: the part of home-layout.ts that is about them.
import type { HomeLayout } from "../home/home-layout.ts";
import type { ProjectName } from "../home/ids.ts";

/** What the hall keeps of the set-ups of one project. */
export interface ProjectSetUpsLayout {
  directory: string;
  /** Trees that a person has approved for a set-up with the network. */
  approved: string;
  /** What one set-up has made, by the hash of everything that decides it. */
  outcome(key: string): OutcomeLayout;
  /** One that is not complete yet, by the process that makes it. */
  draft(key: string, pid: number): OutcomeLayout;
}

export interface OutcomeLayout {
  directory: string;
  /** The command, the tree and how it was run. */
  record: string;
  /** Every file of it, with its hash. */
  files: string;
  /** Files beside those that git tracks, and the home of the command. */
  work: string;
  home: string;
}

export function projectSetUps(
  { setUps }: Pick<HomeLayout, "setUps">,
  project: ProjectName,
): ProjectSetUpsLayout {
  const directory = `${setUps}/${project}`;
  return {
    directory,
    approved: `${directory}/approved.json`,
    outcome: (key) => outcomeLayout(`${directory}/${key}`),
    draft: (key, pid) => outcomeLayout(`${directory}/draft-${key}-${pid}`),
  };
}

function outcomeLayout(directory: string): OutcomeLayout {
  return {
    directory,
    record: `${directory}/outcome.json`,
    files: `${directory}/files.json`,
    work: `${directory}/work`,
    home: `${directory}/home`,
  };
}
