// The paths of set-ups in the hall's home: their part of home-layout.ts.
import type { HomeLayout } from "../home/home-layout.ts";
import type { ProjectName } from "../home/ids.ts";

/** The files that the hall stores about the set-ups of one project. */
export interface ProjectSetUpsLayout {
  directory: string;
  /** Trees that a person has approved for a set-up with the network. */
  approved: string;
  /** The output of one set-up, by the hash of all its inputs. */
  outcome(key: string): OutcomeLayout;
  /** An output that is not complete yet, by the process that makes it. */
  draft(key: string, pid: number): OutcomeLayout;
}

export interface OutcomeLayout {
  directory: string;
  /** The command, the tree and how it ran. */
  record: string;
  /** Every file of the output, with its hash. */
  files: string;
  /** Files that git does not track, and (`home`) the home directory of the command. */
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
