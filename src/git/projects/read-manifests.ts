// Reads the small files of a repository that say how it is set up and checked, at one commit, from the object store. No
// checkout is read and nothing is run, so that links and filters lead nowhere.
import { modes } from "../../rules/prompt/instructions/entries.ts";
import {
  largestManifest,
  listedDirectories,
  lookedFor,
  readFiles,
  type RepositoryFiles,
} from "../../rules/project/proposal/files.ts";
import { readBlobs, sizesOf } from "../instructions/read-blobs.ts";
import { gitFault, type GitDeps, type GitPlace, runGit } from "../repository/run.ts";

interface Listed {
  path: string;
  oid: string;
}

/** A repository with more names in the listed directories is judged by the first of them. */
const mostNames = 20_000;

export async function readManifests(
  deps: GitDeps,
  place: GitPlace,
  commit: string,
): Promise<RepositoryFiles> {
  const top = await listNames(deps, place, [commit]);
  const below = await listNames(deps, place, [commit, "--", ...listedDirectories, ...lookedFor]);
  const names = [...top, ...below];
  const wanted = names.filter(({ path, oid }) => oid !== "" && readFiles.includes(path));
  const sizes = await sizesOf(deps, place, unique(wanted));
  const small = wanted.filter(({ oid }) => (sizes.get(oid) ?? Infinity) <= largestManifest);
  const blobs = await readBlobs(deps, place, { oids: unique(small), most: largestManifest });
  const texts = small.flatMap(({ path, oid }): [string, string][] => {
    const text = decode(blobs.get(oid));
    return text === null ? [] : [[path, text]];
  });
  return { paths: new Set(names.map(({ path }) => path)), texts: new Map(texts) };
}

/** Lists plain files, and directories with a slash at the end of their names. Links and submodules are left out. */
async function listNames(deps: GitDeps, place: GitPlace, what: readonly string[]): Promise<Listed[]> {
  const found: Listed[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  const take = (chunk: Buffer): boolean => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\0");
    rest = lines.pop() ?? "";
    found.push(...lines.flatMap(listedOf));
    return found.length < mostNames;
  };
  const args = ["ls-tree", "-z", "--full-tree", ...what];
  const run = await runGit(deps, { args, place, take });
  if (run.code !== 0 && found.length < mostNames) throw gitFault({ args }, run);
  return found.slice(0, mostNames);
}

function listedOf(line: string): Listed[] {
  const at = line.indexOf("\t");
  const [mode = "", type, oid = ""] = line.slice(0, at).split(" ");
  const path = line.slice(at + 1);
  if (type === "tree") return [{ path: `${path}/`, oid: "" }];
  return type === "blob" && mode !== modes.link ? [{ path, oid }] : [];
}

function unique(listed: readonly Listed[]): string[] {
  return [...new Set(listed.map(({ oid }) => oid))];
}

/** Returns `null` for bytes that are no text. */
function decode(bytes: Uint8Array | undefined): string | null {
  if (bytes === undefined || bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
