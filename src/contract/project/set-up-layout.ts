// The paths of the files that the hall stores about set-up commands, which prepare a project's checkout. The
// other paths of the home are in home-layout.ts.
import type { HomeLayout } from "../home/home-layout.ts";
import type { ProjectName } from "../home/ids.ts";

/** The files that the hall stores about the set-ups of one project. */
export interface ProjectSetUpsLayout {
  directory: string;
  /** The list of git trees that a person has approved for a set-up with the network. */
  approved: string;
  /** The stored output of one set-up, by the hash of everything that the set-up depended on. */
  outcome(key: string): OutcomeLayout;
  /** The output of a set-up that is still running, by the id of the process that runs it. */
  draft(key: string, pid: number): OutcomeLayout;
}

export interface OutcomeLayout {
  directory: string;
  /** A file that records the command, the git tree and how the command ran. */
  record: string;
  /** A file that lists every file of the output, with its hash. */
  files: string;
  /** The files that the command created in the checkout and that git does not track. */
  work: string;
  /** The home directory of the command. */
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
