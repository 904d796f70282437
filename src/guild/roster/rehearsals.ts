// The scripts that come with a package, in its `rehearsals/`, and what lies beside them: a sample project, settings.
import { readdir, stat } from "node:fs/promises";
import { maxRehearsalCharacters } from "../../contract/commission/commission.ts";
import type { Rehearsal } from "../../contract/package/rehearsal.ts";
import { readInside } from "../../host/files/look-inside.ts";
import { unlessMissing } from "../../host/files/missing.ts";
import { parseRehearsal } from "../../rules/rehearsal/rehearsal-parse.ts";
import { tooMuchToParse } from "../../base/data/script-size.ts";

/** What the hall has to go by for the scripts beside it. */
export const settingsName = "config.yaml";

export interface PackageRehearsal {
  file: string;
  /** As it is sent with a commission. */
  text: string;
  script: Rehearsal;
  /** Copied into the work directory of whoever plays it; null: there is none. */
  project: string | null;
}

export interface FoundRehearsals {
  rehearsals: PackageRehearsal[];
  /** Why the others cannot be played here. */
  problems: string[];
}

/** Those that play in any hall: settings of their own are laid out only for `package rehearse`. */
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

/** Sorted. */
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
