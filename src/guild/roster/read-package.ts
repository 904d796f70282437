// Reads one package directory without running its code: package.json, and whether the files that it names exist.
import { messageOf } from "../../base/text/message-of.ts";
import { z } from "zod";
import type { InsideResult } from "../../host/files/inside.ts";
import { lookInside, readInside, tooLarge, whyNoDirectory } from "../../host/files/look-inside.ts";
import type { ShapeFault } from "../../base/text/shape-faults.ts";
import { type Metadata, readMetadata } from "./metadata.ts";

/** A package whose metadata and files are valid. */
export interface SoundPackage extends Metadata {
  directory: string;
  /** The file that exports `activate` or `tools`. */
  entry: string;
}

export type ReadPackage = { ok: true; found: SoundPackage } | { ok: false; faults: ShapeFault[] };

const maxPostureBytes = 256 * 1024;
const maxPackageFileBytes = 1024 * 1024;
const defaultMain = "./index.ts";

const packageFile = z.object({ main: z.unknown().optional(), guildHall: z.unknown().optional() });
type PackageFile = z.infer<typeof packageFile>;

/** Returns the package, or every mistake in it, not only the first. */
export async function readPackage(directory: string): Promise<ReadPackage> {
  const file = await readPackageFile(directory);
  if (!file.ok) return { ok: false, faults: [{ field: "", message: file.reason }] };
  const read = readMetadata(file.value.guildHall);
  const posture = read.ok ? read.metadata.worker?.posture : undefined;
  const [entry, missing] = await Promise.all([
    findEntry(directory, file.value),
    posture === undefined ? null : findPosture(directory, posture),
  ]);
  if (read.ok && entry.ok && !missing)
    return { ok: true, found: { ...read.metadata, directory, entry: entry.path } };
  const faults = [read.ok ? [] : read.faults, entry.ok ? [] : entry.fault, missing ?? []].flat();
  return { ok: false, faults };
}

/**
 * Reads the posture, the text that says how the worker works. `readPackage` checks only that its file exists and is not
 * too large.
 */
export function readPosture(worker: { directory: string; posture: string }): Promise<InsideResult<string>> {
  return readInside(worker.directory, { path: worker.posture, maxBytes: maxPostureBytes });
}

async function readPackageFile(directory: string): Promise<InsideResult<PackageFile>> {
  const text = await readInside(directory, { path: "package.json", maxBytes: maxPackageFileBytes });
  if (!text.ok) return { ok: false, reason: await whyUnread(directory, text.reason) };
  const json = parseJson(text.value);
  if (!json.ok) return { ok: false, reason: `package.json is not JSON: ${json.reason}` };
  const parsed = packageFile.safeParse(json.value);
  if (!parsed.success)
    return { ok: false, reason: 'package.json is not a JSON object; expected one with a "guildHall" key' };
  if (parsed.data.guildHall === undefined)
    return {
      ok: false,
      reason: 'package.json has no "guildHall" key; expected one with type, identity and more',
    };
  return { ok: true, value: parsed.data };
}

async function whyUnread(directory: string, reason: string): Promise<string> {
  const nowhere = await whyNoDirectory(directory);
  if (nowhere !== null) return `${nowhere}; expected one with a package.json`;
  return `package.json: ${reason}; expected one with a "guildHall" key`;
}

type Entry = { ok: true; path: string } | { ok: false; fault: ShapeFault };

async function findEntry(directory: string, { main = defaultMain }: PackageFile): Promise<Entry> {
  if (typeof main !== "string")
    return {
      ok: false,
      fault: { field: "main", message: `expected the path of a file, such as ${defaultMain}` },
    };
  const found = await lookInside(directory, main);
  if (found.ok) return { ok: true, path: found.value.path };
  return { ok: false, fault: { field: "main", message: missing(main, found.reason) } };
}

async function findPosture(directory: string, posture: string): Promise<ShapeFault | null> {
  const found = await lookInside(directory, posture);
  const field = "guildHall.posture";
  if (!found.ok) return { field, message: missing(posture, found.reason) };
  if (found.value.size <= maxPostureBytes) return null;
  return { field, message: `${shortPath(posture)}: ${tooLarge(found.value.size, maxPostureBytes)}` };
}

function missing(path: string, reason: string): string {
  return `${shortPath(path)}: ${reason}; expected a file inside the package`;
}

function shortPath(path: string): string {
  return path.length <= 128 ? path : `${path.slice(0, 128)}…`;
}

function parseJson(text: string): InsideResult<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const message = messageOf(error);
    return { ok: false, reason: message.replace(/^JSON Parse error: /, "") };
  }
}
