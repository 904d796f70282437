// Finds worker packages by their metadata. No package code runs here; a bad package is named and hurts no other.
import { z } from "zod";
import { reservedNames } from "../contract/ids.ts";
import { type WorkerMetadata, workerMetadata } from "../contract/package.ts";
import type { Disk } from "../host/disk.ts";

export interface WorkerPackage {
  metadata: WorkerMetadata;
  directory: string;
  /** The file whose `activate` is called. */
  entry: string;
  posture: string;
}

export interface Roster {
  workers: WorkerPackage[];
  problems: string[];
}

const packageFile = z.object({ main: z.string().default("./index.ts"), guildHall: z.unknown().optional() });

export async function discoverWorkers(disk: Disk, directories: readonly string[]): Promise<Roster> {
  const roster: Roster = { workers: [], problems: [] };
  for (const parent of directories) {
    for (const name of (await disk.list(parent)).sort()) {
      if (!name.startsWith(".")) await addPackage(disk, roster, `${parent}/${name}`);
    }
  }
  return roster;
}

async function addPackage(disk: Disk, roster: Roster, directory: string): Promise<void> {
  const found = await readPackage(disk, directory);
  if (typeof found === "string") roster.problems.push(`${directory}: ${found}`);
  else if (roster.workers.some((w) => w.metadata.identity.name === found.metadata.identity.name)) {
    roster.problems.push(`${directory}: a worker named "${found.metadata.identity.name}" is there already.`);
  } else roster.workers.push(found);
}

/** The package, or a sentence on what is wrong with it. */
async function readPackage(disk: Disk, directory: string): Promise<WorkerPackage | string> {
  const text = await disk.readText(`${directory}/package.json`).catch(() => undefined);
  if (text === undefined) return "there is no package.json.";
  const file = packageFile.safeParse(parseOrNull(text));
  if (!file.success) return "package.json is not a JSON object.";
  if (file.data.guildHall === undefined) return 'package.json has no "guildHall" key.';
  const metadata = workerMetadata.safeParse(file.data.guildHall);
  if (!metadata.success) return firstIssue(metadata.error);
  const { name } = metadata.data.identity;
  if (reservedNames.includes(name)) return `guildHall.identity.name: "${name}" is reserved for the hall.`;
  const posture = await disk.readText(`${directory}/${metadata.data.posture}`).catch(() => undefined);
  if (posture === undefined) return `guildHall.posture: ${metadata.data.posture} is not there.`;
  return { metadata: metadata.data, directory, entry: `${directory}/${file.data.main}`, posture };
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue ? `${["guildHall", ...issue.path].join(".")}: ${issue.message}` : "guildHall is not valid.";
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
