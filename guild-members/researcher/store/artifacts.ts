// Keeps the files that a worker submitted with its result in artifacts/. They are written to a draft and renamed into
// place.
import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { bounds } from "../bounds.ts";
import { quoted, Refusal } from "../refusal.ts";
import { artifactName, parseArtifactPath } from "./artifact-path.ts";
import { missing, syncDirectory, writeNew } from "./durable.ts";
import type { JobPlaces } from "./job-id.ts";
import { readRegular } from "./seen-file.ts";

export interface Artifact {
  path: string;
  content: string;
}

/** Throws a refusal, before anything is written, if the artifacts cannot be kept. */
export function checkArtifacts(artifacts: readonly Artifact[]): void {
  if (artifacts.length > bounds.artifacts)
    throw new Refusal(`At most ${bounds.artifacts} artifacts are kept, not ${artifacts.length}.`);
  const sizes = artifacts.map(({ content }) => Buffer.byteLength(content));
  if (sizes.some((size) => size > bounds.artifactBytes))
    throw new Refusal(`An artifact may have at most ${bounds.artifactBytes} bytes.`);
  if (sizes.reduce((sum, size) => sum + size, 0) > bounds.artifactsBytes)
    throw new Refusal(`All artifacts together may have at most ${bounds.artifactsBytes} bytes.`);
  checkNames(artifacts.map(({ path }) => parseArtifactPath(path).join("/")));
}

function checkNames(names: readonly string[]): void {
  const taken = new Set<string>();
  for (const name of names) {
    if (taken.has(name)) throw new Refusal(`The path ${quoted(name)} is given twice.`);
    taken.add(name);
  }
  const inFile = names.find((name) => parentsOf(name).some((parent) => taken.has(parent)));
  if (inFile !== undefined) throw new Refusal(`The path ${quoted(inFile)} leads through another artifact.`);
}

function parentsOf(name: string): string[] {
  const parts = name.split("/");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"));
}

/** Replaces the artifacts of an earlier submission. */
export async function replaceArtifacts(places: JobPlaces, artifacts: readonly Artifact[]): Promise<void> {
  const mark = randomUUID();
  const draft = `${places.directory}/.artifacts.${mark}.draft`;
  const old = `${places.directory}/.artifacts.${mark}.old`;
  await layOut(draft, artifacts).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    throw error;
  });
  await rename(places.artifacts, old).catch(missing);
  if (artifacts.length > 0) await rename(draft, places.artifacts);
  await syncDirectory(places.directory);
  await rm(old, { recursive: true, force: true });
}

async function layOut(draft: string, artifacts: readonly Artifact[]): Promise<void> {
  if (artifacts.length === 0) return;
  await mkdir(draft, { mode: 0o700 });
  const directories = new Set([draft]);
  for (const { path, content } of artifacts) {
    const file = `${draft}/${parseArtifactPath(path).join("/")}`;
    await mkdir(dirname(file), { mode: 0o700, recursive: true });
    for (let above = dirname(file); above !== draft; above = dirname(above)) directories.add(above);
    await writeNew(file, content);
  }
  for (const directory of directories) await syncDirectory(directory);
}

/** Repairs a replacement that a crash interrupted: restores the old artifacts if the new ones are not in place. */
export async function repairArtifacts(places: JobPlaces): Promise<void> {
  const names = await readdir(places.directory);
  for (const name of names.filter((one) => /^\.artifacts\..*\.old$/.test(one))) {
    const isAway = lstatSync(places.artifacts, { throwIfNoEntry: false }) === undefined;
    if (isAway) await rename(`${places.directory}/${name}`, places.artifacts);
  }
  for (const name of names.filter((one) => /^\..*\.(old|draft)$/.test(one)))
    await rm(`${places.directory}/${name}`, { recursive: true, force: true });
}

/** Returns sorted paths relative to the job's directory; `null` if there are none. Skips all but regular files. */
export function listArtifacts(places: JobPlaces): string[] | null {
  const found: string[] = [];
  const waiting = [""];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop())
    for (const entry of entriesOf(places.artifacts + below)) {
      if (entry.isDirectory()) waiting.push(`${below}/${entry.name}`);
      else if (entry.isFile() && found.length < 1000) found.push(`artifacts${below}/${entry.name}`);
    }
  return found.length > 0 ? found.sort() : null;
}

function entriesOf(directory: string) {
  try {
    if (!lstatSync(directory).isDirectory()) return [];
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    return missing(error) ?? [];
  }
}

/**
 * Returns the content of an artifact; `undefined` if it is not a regular file, or if a directory above it is
 * a symlink. The path must be spelt as worker/result returns it.
 */
export function readArtifact(places: JobPlaces, path: string): Buffer | undefined {
  const parts = parseArtifactPath(path);
  if (path !== artifactName(parts)) return undefined;
  const above = [places.artifacts];
  for (const part of parts.slice(0, -1)) above.push(`${above.at(-1)}/${part}`);
  try {
    if (above.some((directory) => !lstatSync(directory).isDirectory())) return undefined;
    return readRegular(`${above.at(-1)}/${parts.at(-1)}`, bounds.artifactBytes + 1);
  } catch (error) {
    return missing(error);
  }
}
