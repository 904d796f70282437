// Fetches a package from a directory, a tarball, or npm's registry. Runs none of the package's code.
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { RunProgram } from "../install/programs.ts";
import { unpackTarball } from "./tar.ts";

export interface SourceDeps {
  run: RunProgram;
  /** The path of npm, if it is on the PATH. */
  npm: string | undefined;
}

export interface SourceOrder {
  /** The source as the person typed it. */
  from: string;
  /** The directory in which the person typed it. */
  directory: string;
  /** An empty directory for unpacking. */
  scratch: string;
}

/** The directory with the package, and the name of its source. */
export interface Source {
  directory: string;
  from: string;
}

const mostPackedBytes = 64 * 1024 * 1024;

export async function fetchSource(deps: SourceDeps, order: SourceOrder): Promise<Source | Refusal> {
  const path = pathOf(order);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return { directory: path, from: path };
  if (found?.isFile()) return unpack(order, { tarball: path, from: path });
  if (!isRegistryName(order.from)) return refuse("bad_package", `There is no ${path}.`, sourceHint);
  return fetchFromNpm(deps, order);
}

const sourceHint =
  "Give a directory, a .tgz, or a name of npm's registry, such as guild-hall-worker-scribe@1. A repository has to be cloned first.";

function pathOf({ from, directory }: SourceOrder): string {
  const path = from.replace(/^file:(\/\/(?=\/))?/, "");
  return resolve(directory, path);
}

/**
 * Tells whether the source is a name in npm's registry. A repository is not accepted: npm would install its
 * dependencies with the settings in the repository, which could send the person's token anywhere. A mistyped
 * `workers/scribe` would also name a stranger's repository.
 */
function isRegistryName(from: string): boolean {
  return /^(@[\w.-]+\/)?\w[\w.-]*(@[^/:]+)?$/.test(from) && !/\.(tgz|tar\.gz)$/.test(from);
}

/** Fetches the package with `npm pack`, which downloads what is published without running it. */
async function fetchFromNpm(deps: SourceDeps, order: SourceOrder): Promise<Source | Refusal> {
  const { npm, run } = deps;
  if (npm === undefined)
    return refuse("bad_package", "npm is not on the PATH, and it fetches packages.", sourceHint);
  const packed = `${order.scratch}/packed`;
  await mkdir(packed);
  const options = ["--ignore-scripts", "--loglevel=error", "--pack-destination", packed];
  const ended = await run({ file: npm, args: ["pack", ...options, "--", order.from], cwd: packed });
  const [tarball] = (await readdir(packed)).filter((name) => name.endsWith(".tgz"));
  if (!ended.ok || tarball === undefined)
    return refuse(
      "bad_package",
      `There is no ${pathOf(order)}, and npm cannot fetch ${order.from}: ${npmWords(ended.said)}`,
      sourceHint,
    );
  return unpack(order, { tarball: `${packed}/${tarball}`, from: order.from });
}

/** Picks the line after the error code, which says what happened, out of npm's long output. */
function npmWords(said: string): string {
  const lines = said.split("\n").filter((line) => /^npm (error|ERR!) (?!code )\S/.test(line));
  return lines[0]?.replace(/^npm (error|ERR!) /, "") ?? said;
}

async function unpack(
  { scratch }: SourceOrder,
  { tarball, from }: { tarball: string; from: string },
): Promise<Source | Refusal> {
  if ((await stat(tarball)).size > mostPackedBytes)
    return refuse("bad_package", `${from} is larger than ${mostPackedBytes / 1024 / 1024} MB.`, sourceHint);
  const unpacked = unpackTarball(await readFile(tarball));
  if (!unpacked.ok) return refuse("bad_package", `${from} is refused: ${unpacked.reason}.`, sourceHint);
  const directory = `${scratch}/package`;
  for (const { path, content, executable } of unpacked.files) {
    const file = `${directory}/${path}`;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    if (executable) await chmod(file, 0o700);
  }
  return { directory, from };
}
