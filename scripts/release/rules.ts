// Decides which version a release may have, and what each file says afterwards. Pure.
import { semver } from "bun";

export type Ruled<T> = { ok: true; value: T } | { ok: false; refusal: string };

const versionShape = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/** Returns why the version may not follow the present one, or `null` if it may. */
export function refuseVersion(next: string, present: string): string | null {
  if (!versionShape.test(next)) return `"${next}" is not a version such as 1.2.3 or 1.2.3-rc.1.`;
  if (semver.order(next, present) !== 1)
    return `${next} is not greater than ${present}, the present version.`;
  return null;
}

export interface DatedChangelog {
  text: string;
  /** The changes of the release: the body of the section. */
  notes: string;
}

const unreleased = "## Unreleased";

/** Moves everything under "Unreleased" to a dated section of the version, and leaves "Unreleased" empty. */
export function dateChangelog(
  changelog: string,
  { version, date }: { version: string; date: string },
): Ruled<DatedChangelog> {
  const lines = changelog.split("\n");
  const starts = lines.flatMap((line, index) => (line === unreleased ? [index] : []));
  const [start] = starts;
  if (start === undefined || starts.length > 1)
    return {
      ok: false,
      refusal: `CHANGELOG.md has ${starts.length} sections "${unreleased}" and needs one.`,
    };
  if (lines.some((line) => line === `## ${version}` || line.startsWith(`## ${version} `)))
    return { ok: false, refusal: `CHANGELOG.md has a section for ${version} already.` };
  const after = lines.findIndex((line, index) => index > start && line.startsWith("## "));
  const end = after === -1 ? lines.length : after;
  const notes = lines
    .slice(start + 1, end)
    .join("\n")
    .trim();
  if (notes === "")
    return {
      ok: false,
      refusal: `Nothing stands under "${unreleased}" of CHANGELOG.md: there is nothing to release.`,
    };
  const section = [unreleased, "", `## ${version} - ${date}`, "", notes, ""];
  return {
    ok: true,
    value: { notes, text: [...lines.slice(0, start), ...section, ...lines.slice(end)].join("\n") },
  };
}

/** The places of the version in a JSON file, each as the keys that lead to it. */
export type VersionPlaces = readonly (readonly string[])[];

/** Returns the file with the new version at each place, formatted with two spaces. */
export function setVersion(
  file: { path: string; text: string },
  { places, version }: { places: VersionPlaces; version: string },
): Ruled<string> {
  const root: unknown = JSON.parse(file.text);
  for (const place of places)
    if (!putAt(root, place, version))
      return {
        ok: false,
        refusal: `${file.path} has no version at ${place.map((key) => `"${key}"`).join(".")}.`,
      };
  return { ok: true, value: `${JSON.stringify(root, null, 2)}\n` };
}

function putAt(root: unknown, place: readonly string[], version: string): boolean {
  const [key, ...rest] = place;
  if (key === undefined || typeof root !== "object" || root === null || !Object.hasOwn(root, key))
    return false;
  const record = root as Record<string, unknown>;
  if (rest.length > 0) return putAt(record[key], rest, version);
  if (typeof record[key] !== "string") return false;
  record[key] = version;
  return true;
}
