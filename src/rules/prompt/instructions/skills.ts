// Chooses which skills of a project are offered to a worker, and which files of theirs are laid out. A skill
// that is too large is left out as a whole, because a part of it would mislead.
import type { LeftOut } from "../../../contract/commission/instructions.ts";
import { isPlainPath, modes, placeOf, type ReadEntry, shownPath, skillFile } from "./entries.ts";
import { readText } from "./read-text.ts";
import { isSkillName, readSkillHead } from "./skill-head.ts";

export interface Skill {
  /** The name of its directory, by which a worker finds it. */
  directory: string;
  name: string;
  description: string;
  /** Its directory on the person's branch, and its git tree. */
  path: string;
  oid: string;
  files: readonly SkillFile[];
  bytes: number;
}

export interface SkillFile {
  /** The path within the skill's directory. */
  inner: string;
  oid: string;
  bytes: number;
  isProgram: boolean;
}

export const skillBounds = { skills: 64, files: 1000, bytes: 16 * 1024 * 1024 } as const;

export interface ChosenSkills {
  skills: Skill[];
  leftOut: LeftOut[];
}

/** Takes all entries below the directories of skills. */
export function chooseSkills(entries: readonly ReadEntry[]): ChosenSkills {
  const chosen: ChosenSkills = { skills: [], leftOut: [] };
  const by = Map.groupBy(entries, ({ path }) => directoryOf(path));
  for (const [path, own] of [...by].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const found = skillAt(path, own);
    const why = "why" in found ? found.why : whyNoRoom(found.skill, chosen.skills);
    if (why !== null) chosen.leftOut.push({ path: shownPath(path), why });
    else if ("skill" in found) chosen.skills.push(found.skill);
    chosen.leftOut.push(...("skill" in found && why === null ? found.leftOut : []));
  }
  return chosen;
}

function directoryOf(path: string): string {
  const place = placeOf(path);
  return place?.kind === "skill" ? place.directory : path;
}

type Found = { skill: Skill; leftOut: LeftOut[] } | { why: string };

function skillAt(path: string, entries: readonly ReadEntry[]): Found {
  const directory = path.slice(path.lastIndexOf("/") + 1);
  const itself = entries.find((entry) => entry.path === path);
  if (itself === undefined) return { why: "it is no directory" };
  if (itself.mode === modes.link) return { why: "it is a link" };
  if (itself.mode !== modes.directory) return { why: "it is no directory" };
  if (!isSkillName(directory))
    return { why: "its name has other characters than letters, digits, dots and dashes" };
  const head = entries.find((entry) => entry.path === `${path}/${skillFile}`);
  if (head === undefined) return { why: `it has no ${skillFile}` };
  const text = readText(head);
  if (!text.ok) return { why: `its ${skillFile} is left out: ${text.why}` };
  const said = readSkillHead(text.text);
  if (said === null) return { why: `its ${skillFile} has no front matter with a description` };
  const { files, leftOut } = filesOf(path, entries);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const { description, name } = said;
  return {
    skill: { directory, name: name ?? directory, description, path, oid: itself.oid, files, bytes },
    leftOut,
  };
}

function filesOf(path: string, entries: readonly ReadEntry[]): { files: SkillFile[]; leftOut: LeftOut[] } {
  const files: SkillFile[] = [];
  const leftOut: LeftOut[] = [];
  for (const entry of entries) {
    const { mode, oid, size } = entry;
    if (entry.path === path || mode === modes.directory) continue;
    const why = whyNotLaidOut(entry);
    if (why === null)
      files.push({
        inner: entry.path.slice(path.length + 1),
        oid,
        bytes: size ?? 0,
        isProgram: mode === modes.program,
      });
    else leftOut.push({ path: shownPath(entry.path), why });
  }
  return { files, leftOut };
}

function whyNotLaidOut({ path, mode, size }: ReadEntry): string | null {
  if (mode === modes.link) return "it is a link";
  if (mode === modes.submodule) return "it is a submodule";
  if (!isPlainPath(path)) return "its name has characters that cannot be shown";
  return size === null ? "the repository does not have its content" : null;
}

function whyNoRoom(skill: Skill, before: readonly Skill[]): string | null {
  const other = before.find(({ directory }) => directory.toLowerCase() === skill.directory.toLowerCase());
  if (other !== undefined)
    return other.oid === skill.oid ? `it is the same as ${other.path}` : `${other.path} has the same name`;
  const all = [...before, skill];
  const files = all.reduce((sum, each) => sum + each.files.length, 0);
  const bytes = all.reduce((sum, each) => sum + each.bytes, 0);
  if (all.length > skillBounds.skills) return `there are more than ${skillBounds.skills} skills`;
  if (files > skillBounds.files) return `the skills have more than ${skillBounds.files} files together`;
  return bytes > skillBounds.bytes ? "the skills are larger than 16 MB together" : null;
}
