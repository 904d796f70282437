// Reads the scripts in the `rehearsals/` directory of a package. A script plays the model in a trial run. Beside the
// scripts there may be a sample project and settings.
import { readdir, stat } from "node:fs/promises";
import { maxRehearsalCharacters } from "../../contract/commission/commission.ts";
import type { Rehearsal } from "../../contract/package/rehearsal.ts";
import { readInside } from "../../host/files/look-inside.ts";
import { unlessMissing } from "../../host/files/missing.ts";
import { parseRehearsal } from "../../rules/rehearsal/rehearsal-parse.ts";
import { tooMuchToParse } from "../../base/data/script-size.ts";

/** The file with settings of the hall for the scripts beside it. */
export const settingsName = "config.yaml";

export interface PackageRehearsal {
  file: string;
  /** The text of the script, which is sent with a commission. */
  text: string;
  script: Rehearsal;
  /** A sample project that is copied into the work directory. `null` if there is none. */
  project: string | null;
}

export interface FoundRehearsals {
  rehearsals: PackageRehearsal[];
  /** A sentence for each other script: why it cannot be played here. */
  problems: string[];
}

/**
 * Returns the scripts that any hall can play. Scripts with settings beside them can be played only by `package
 * rehearse`.
 */
export async function readRehearsals(directory: string): Promise<FoundRehearsals> {
  const place = `${directory}/rehearsals`;
  const found: FoundRehearsals = { rehearsals: [], problems: [] };
  const [names, needsSettings, hasProject] = await Promise.all([
    scriptNames(directory),
    isThere(`${place}/${settingsName}`),
    isThere(`${place}/project`),
  ]);
  for (const name of names) {
    const file = `${place}/${name}`;
    const read = needsSettings ? { problem: needed(directory) } : await readScript(directory, name);
    if ("problem" in read) found.problems.push(`${file}: ${read.problem}`);
    else found.rehearsals.push({ file, ...read, project: hasProject ? `${place}/project` : null });
  }
  return found;
}

function needed(directory: string): string {
  return `it needs the settings beside it (${settingsName}); "guild-hall package rehearse ${directory}" plays it with them`;
}

/** Returns the file names of the scripts, sorted. */
export async function scriptNames(directory: string): Promise<string[]> {
  const names = (await readdir(`${directory}/rehearsals`).catch(unlessMissing)) ?? [];
  return names
    .filter((name) => /\.ya?ml$/.test(name) && name !== settingsName && !name.startsWith("."))
    .toSorted();
}

type Read = Pick<PackageRehearsal, "text" | "script"> | { problem: string };

async function readScript(directory: string, name: string): Promise<Read> {
  const text = await readInside(directory, {
    path: `rehearsals/${name}`,
    maxBytes: maxRehearsalCharacters,
  });
  if (!text.ok) return { problem: text.reason };
  const tooMuch = tooMuchToParse(text.value);
  if (tooMuch !== null) return { problem: tooMuch };
  const parsed = parseRehearsal(text.value);
  return parsed.ok
    ? { text: text.value, script: parsed.script }
    : { problem: `line ${parsed.line}: ${parsed.message}` };
}

export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(unlessMissing)) !== undefined;
}
