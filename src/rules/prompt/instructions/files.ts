// Chooses which of a directory's instruction files are told. Many projects keep the same words as AGENTS.md and as
// CLAUDE.md, as a copy, a link or an import; they are told once.
import type { LeftOut } from "../../../contract/commission/instructions.ts";
import { modes, type ReadEntry, shownPath } from "./entries.ts";
import { readText } from "./read-text.ts";

export interface InstructionFile {
  path: string;
  oid: string;
  bytes: number;
  /** Its text, or the beginning of a long one. */
  text: string;
  /** The file that says the same; `null` if this one is told itself. */
  sameAs: string | null;
}

export interface ChosenFiles {
  files: InstructionFile[];
  leftOut: LeftOut[];
}

type Told = InstructionFile & { isWhole: boolean };

/** Takes the files of one directory. The first of two that say the same is told, unless it only imports the other. */
export function chooseFiles(entries: readonly ReadEntry[]): ChosenFiles {
  const told = entries.flatMap((entry) => toldOf(entry) ?? []);
  const chosen: ChosenFiles = { files: [], leftOut: [] };
  for (const entry of entries) {
    const file = told.find(({ path }) => path === entry.path);
    const link = linkTo(entry, told);
    if (file !== undefined) {
      const { path, oid, bytes, text } = file;
      chosen.files.push({ path, oid, bytes, text, sameAs: findSame(file, told)?.path ?? null });
    } else if (link !== undefined) {
      const { path, oid, size } = entry;
      chosen.files.push({ path, oid, bytes: size ?? 0, text: "", sameAs: link.path });
    } else {
      chosen.leftOut.push({ path: shownPath(entry.path), why: whyNot(entry) });
    }
  }
  return chosen;
}

function toldOf(entry: ReadEntry): Told | null {
  const found = readText(entry);
  const { path, oid, size } = entry;
  return found.ok ? { ...found, path, oid, bytes: size ?? 0, sameAs: null } : null;
}

function whyNot(entry: ReadEntry): string {
  const found = readText(entry);
  return found.ok ? "" : found.why;
}

function findSame(file: Told, told: readonly Told[]): Told | undefined {
  const others = told.filter((other) => other !== file && !imports(other, file));
  const before = others.filter((other) => told.indexOf(other) < told.indexOf(file));
  return others.find((other) => imports(file, other)) ?? before.find((other) => isCopy(file, other));
}

function imports({ text }: Told, other: Told): boolean {
  return [`@${nameOf(other.path)}`, `@./${nameOf(other.path)}`].includes(text.trim());
}

/** Only the beginnings of long texts were read, so two of them may differ later. */
function isCopy(file: Told, other: Told): boolean {
  if (file.oid === other.oid) return true;
  return file.isWhole && other.isWhole && file.text.trim() === other.text.trim();
}

/** Returns the told file of the same directory to which a link leads. */
function linkTo({ mode, bytes }: ReadEntry, told: readonly Told[]): Told | undefined {
  if (mode !== modes.link || bytes === null) return undefined;
  const target = new TextDecoder().decode(bytes);
  return told.find(({ path }) => [nameOf(path), `./${nameOf(path)}`].includes(target));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
