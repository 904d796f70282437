// Decides what a worker is told of a project's own instructions and skills. Works from what git has on the
// person's branch and from the worker's tools, without a commission, so that it can be shown beforehand too.
import type { CourseFact } from "../../../contract/course/course-facts.ts";
import type { LeftOut, ToldFile } from "../../../contract/commission/instructions.ts";
import {
  instructionNames,
  isPlainPath,
  modes,
  placeOf,
  type ProjectWords,
  type ReadEntry,
  shownPath,
} from "./entries.ts";
import { chooseFiles, type InstructionFile } from "./files.ts";
import { beginningOf } from "./read-text.ts";
import { chooseSkills, type Skill } from "./skills.ts";

export interface Instructions {
  branch: string;
  commit: string;
  /** The files at the top of the repository, which stand in the first message. */
  files: readonly GivenFile[];
  /** The files of other directories. */
  nested: readonly InstructionFile[];
  skills: readonly Skill[];
  leftOut: readonly LeftOut[];
}

export type GivenFile = ToldFile & { text: string };

/** The tools that name a path in the work directory. */
export const fileTools = ["Read", "Grep", "Glob", "Write", "Edit"] as const;

/** The most bytes of the files in the first message together. */
export const mostInstructionBytes = 32 * 1024;
const mostNested = 100;

/** Nested instructions are of use only to a worker with file tools, and skills to one that has Read. */
export function planInstructions(words: ProjectWords, builtInTools: readonly string[]): Instructions {
  const { branch, commit, entries } = words;
  const sorted = sortEntries(entries ?? []);
  const top = chooseFiles(sorted.byDirectory.get("") ?? []);
  const given = fitted(top.files);
  const hasFileTool = fileTools.some((tool) => builtInTools.includes(tool));
  const nested = hasFileTool ? nestedOf(sorted.byDirectory) : noFiles;
  const { skills, leftOut } = builtInTools.includes("Read") ? chooseSkills(sorted.skills) : noSkills;
  return {
    branch,
    commit,
    files: given.files,
    nested: nested.files,
    skills,
    leftOut: [
      ...whyNothing(words),
      ...top.leftOut,
      ...given.leftOut,
      ...nested.leftOut,
      ...leftOut,
      ...sorted.leftOut,
    ],
  };
}

const noFiles = { files: [], leftOut: [] };
const noSkills = { skills: [], leftOut: [] };

function whyNothing({ entries, tooMany, commit }: ProjectWords): LeftOut[] {
  if (entries === null) return [{ path: ".", why: `the repository no longer has the commit ${commit}` }];
  return tooMany.map((kind) => ({ path: ".", why: `there are too many files of ${kind} to list them all` }));
}

interface Sorted {
  byDirectory: Map<string, ReadEntry[]>;
  skills: ReadEntry[];
  leftOut: LeftOut[];
}

function sortEntries(entries: readonly ReadEntry[]): Sorted {
  const sorted: Sorted = { byDirectory: new Map(), skills: [], leftOut: [] };
  const no = (path: string, why: string) => sorted.leftOut.push({ path: shownPath(path), why });
  for (const entry of entries) {
    const place = placeOf(entry.path);
    if (place === null) continue;
    if (place.kind === "misspelt") no(entry.path, "its name is written otherwise");
    else if (place.kind === "skills")
      no(entry.path, entry.mode === modes.link ? "it is a link" : "it is no directory");
    else if (place.kind === "skill") sorted.skills.push(entry);
    else if (!isPlainPath(entry.path)) no(entry.path, "its name has characters that cannot be shown");
    else addTo(sorted.byDirectory, place.directory, entry);
  }
  return sorted;
}

/** Keeps AGENTS.md before CLAUDE.md. */
function addTo(by: Map<string, ReadEntry[]>, directory: string, entry: ReadEntry): void {
  const rank = ({ path }: ReadEntry) => instructionNames.findIndex((name) => path.endsWith(name));
  by.set(
    directory,
    [...(by.get(directory) ?? []), entry].toSorted((one, other) => rank(one) - rank(other)),
  );
}

/** Cuts the files to the bytes that they may have together. */
function fitted(files: readonly InstructionFile[]): { files: GivenFile[]; leftOut: LeftOut[] } {
  let left = mostInstructionBytes;
  const given: GivenFile[] = [];
  const leftOut: LeftOut[] = [];
  for (const { path, oid, bytes, text, sameAs } of files) {
    if (sameAs !== null) given.push({ path, oid, bytes, told: 0, text: "", sameAs });
    else if (left === 0) leftOut.push({ path, why: "the other instructions leave no room for it" });
    else {
      const beginning = beginningOf(text, left);
      left = beginning.bytes < bytes ? 0 : left - beginning.bytes;
      given.push({ path, oid, bytes, told: beginning.bytes, text: beginning.text });
    }
  }
  return { files: given, leftOut };
}

function nestedOf(byDirectory: ReadonlyMap<string, readonly ReadEntry[]>) {
  const directories = [...byDirectory.keys()].filter((each) => each !== "").toSorted();
  const chosen = directories.map((each) => chooseFiles(byDirectory.get(each) ?? []));
  const files = chosen.flatMap((each) => each.files);
  const tooMany = files.slice(mostNested).map(({ path }) => ({
    path: shownPath(path),
    why: `there are more than ${mostNested} instructions for parts of the project`,
  }));
  return {
    files: files.slice(0, mostNested),
    leftOut: [...chosen.flatMap((each) => each.leftOut), ...tooMany],
  };
}

const mostNamed = 20;

/** Returns the fact to record before the worker is told; `null` if there is nothing to tell and nothing left out. */
export function givenFact(told: Instructions): (CourseFact & { type: "instructions.given" }) | null {
  const { branch, commit, files, nested, skills, leftOut } = told;
  if (files.length + nested.length + skills.length + leftOut.length === 0) return null;
  return {
    type: "instructions.given",
    branch,
    commit,
    files: files.map(({ text: _text, ...file }) => file),
    nested: nested.map(({ path, oid, bytes }) => ({ path, oid, bytes })),
    skills: skills.map(({ name, path, oid, files: own, bytes }) => ({
      name,
      path,
      oid,
      files: own.length,
      bytes,
    })),
    leftOut: leftOut.slice(0, mostNamed),
    more: Math.max(0, leftOut.length - mostNamed),
  };
}
