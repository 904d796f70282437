// Reads from a repository's version files which versions of its tools it wants, and compares them with installed ones.
import { type RepositoryFiles } from "./files.ts";
import { outlineToml, stringOf } from "./outline-toml.ts";

export type VersionedTool = "node" | "python" | "go" | "rust";

export interface WantedVersion {
  tool: VersionedTool;
  /** As it is written, such as "20", "lts/iron" or "stable". */
  version: string;
  file: string;
  /** Whether a newer version does as well. */
  isLeast: boolean;
}

export function wantedVersions({ texts }: Pick<RepositoryFiles, "texts">): WantedVersion[] {
  const first = (file: string) => firstWord(texts.get(file));
  const same: [VersionedTool, string, string | null][] = [
    ["node", ".nvmrc", first(".nvmrc")],
    ["node", ".node-version", first(".node-version")],
    ["python", ".python-version", first(".python-version")],
    ["rust", "rust-toolchain.toml", channelOf(texts.get("rust-toolchain.toml"))],
    ["rust", "rust-toolchain", legacyChannel(texts.get("rust-toolchain"))],
    ...toolVersions(texts.get(".tool-versions")),
  ];
  const exact = same.flatMap(([tool, file, version]): WantedVersion[] =>
    isVersion(version) ? [{ tool, version, file, isLeast: false }] : [],
  );
  const go = /^go\s+(\S{1,40})\s*(?:\/\/.*)?$/m.exec(texts.get("go.mod") ?? "")?.[1] ?? null;
  return [
    ...exact,
    ...(isVersion(go) ? [{ tool: "go" as const, version: go, file: "go.mod", isLeast: true }] : []),
  ];
}

/** A version is printed to a person, so nothing else passes. */
function isVersion(version: string | null): version is string {
  return version !== null && /^[A-Za-z0-9][A-Za-z0-9.+*/_-]{0,39}$/.test(version);
}

/** Returns the first word of the first line that is neither empty nor a comment. */
function firstWord(text = ""): string | null {
  const line = text.split(/\r?\n/).find((each) => each.trim() !== "" && !each.trimStart().startsWith("#"));
  return line?.trim().split(/\s/)[0] ?? null;
}

function channelOf(text = ""): string | null {
  return stringOf(outlineToml(text).get("toolchain")?.get("channel"));
}

/** The file without an ending may also hold what rust-toolchain.toml holds. */
function legacyChannel(text = ""): string | null {
  return channelOf(text) ?? firstWord(text);
}

const asdfNames: ReadonlyMap<string, VersionedTool> = new Map([
  ["nodejs", "node"],
  ["node", "node"],
  ["python", "python"],
  ["golang", "go"],
  ["go", "go"],
  ["rust", "rust"],
]);

function toolVersions(text = ""): [VersionedTool, string, string | null][] {
  return text.split(/\r?\n/).flatMap((line): [VersionedTool, string, string | null][] => {
    const [name = "", version = null] = line.trim().split(/\s+/, 3);
    const tool = asdfNames.get(name);
    return tool === undefined ? [] : [[tool, ".tool-versions", version]];
  });
}

/**
 * Tells whether an installed version is the wanted one: "20" is every 20.x. `null` if the wanted version is a name, such
 * as "stable", that no number can be compared with.
 */
export function fitsVersion({ version, isLeast }: WantedVersion, installed: string): boolean | null {
  const [wanted, there] = [numbersOf(version), numbersOf(installed)];
  if (wanted === null || there === null) return null;
  const differs = wanted.findIndex((number, at) => number !== (there[at] ?? 0));
  if (differs < 0) return true;
  return isLeast && (there[differs] ?? 0) > (wanted[differs] ?? 0);
}

/** Reads the numbers at the beginning: "v20.11" is 20 and 11, "go1.22rc1" is 1 and 22. */
function numbersOf(version: string): number[] | null {
  const found = /^(?:v|go)?(\d{1,9}(?:\.\d{1,9}){0,3})/.exec(version)?.[1];
  return found === undefined ? null : found.split(".").map(Number);
}
