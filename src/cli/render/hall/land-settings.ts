// Says in words what a project's settings make of finished work: where it goes, where its record is kept, and how its
// commits look.
import type { ProjectAdded, ProjectEntry } from "../../../contract/project/project.ts";
import type { CommitSettings, LandMode, RecordMode } from "../../../contract/project/land-settings.ts";

type Rows = readonly (readonly [label: string, text: string])[];

export function landRows({
  settings: { land, record, commit },
  integration,
}: Pick<ProjectEntry, "settings" | "integration">): [string, string][] {
  const rows: Rows = [
    ["land", `${land}: ${landWords(integration ?? "its branch")[land]}`],
    ["record", `${record}: ${recordWords[record]}`],
    ...commitRows(commit),
  ];
  return rows.map(([label, text]) => [label, text]);
}

const landWords = (integration: string): Readonly<Record<LandMode, string>> => ({
  integration: `the hall merges finished work into ${integration}`,
  review: "finished work waits until you accept it",
  branch: "finished work stays on a branch of its own",
});

const recordWords: Readonly<Record<RecordMode, string>> = {
  hall: "only in the hall's home",
  commit: "also in .lore/commissions/, committed with the work",
  notes: "also as a git note in refs/notes/guild-hall",
};

function commitRows({ author, committer, message, signOff, trailers }: CommitSettings): Rows {
  return [
    ["commits by", author ?? "the worker"],
    ...(committer === undefined ? [] : ([["committed by", committer]] as const)),
    ...(message === undefined ? [] : ([["message", message]] as const)),
    ...(signOff ? ([["signed off", "by their author"]] as const) : []),
    ...trailers.map((trailer) => ["trailer", trailer] as const),
  ];
}

/** Says after a project was added what becomes of finished work, and how to change that. */
export function landingHintLines(
  { name, integration }: ProjectAdded,
  settings: ProjectEntry["settings"],
): string[] {
  const { land } = settings;
  const said = landWords(integration)[land];
  return [
    `${said.charAt(0).toUpperCase()}${said.slice(1)}; its record is kept ${recordWords[settings.record]}.`,
    ...(land === "integration"
      ? [`To see it before it is merged: guild-hall config set projects.${name}.land review`]
      : []),
  ];
}
