// Caches results of checks so that the same bytes are not checked twice. The key of a result covers
// everything that decides it: the tree, the commands up to and including this one, the project's set-up
// command, the copied files and the sandbox.
import { createHash } from "node:crypto";
import { readdir, stat, unlink } from "node:fs/promises";
import { z } from "zod";
import { projectChecks, type HomeLayout } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import { type AcceptanceCheck, commandRun, oid } from "../../contract/project/tree.ts";
import type { Disk } from "../../host/files/disk.ts";
import { unlessMissing } from "../../host/files/missing.ts";
import { formatHashed, parseHashed } from "../../base/data/hashed-json.ts";
import { hasPassed } from "../../rules/checks/has-passed.ts";
import type { CommandLimits } from "./bounds.ts";

/** The conditions under which a check ran. */
export interface Conditions {
  tree: string;
  setup: {
    command: string;
    network: boolean;
    /** True if the set-up asks for the network but may not use it on this tree. */
    isBare: boolean;
    /** Hosts that the set-up may reach. A check may lack what the set-up could not fetch. */
    allow: readonly AllowedHost[];
  } | null;
  /** The SHA-256 of each file that was copied in, by its path. */
  copied: Readonly<Record<string, string>>;
  level: string;
  checks: readonly Pick<AcceptanceCheck, "command" | "timeoutSeconds">[];
}

const limits = z.object({
  memoryMb: z.number().nullable(),
  processes: z.number().nullable(),
  diskMb: z.number().nullable(),
  /** Absent in results of older releases. */
  files: z.number().nullable().default(null),
});

const keptResult = z.object({
  version: z.literal(1),
  tree: oid,
  at: z.string(),
  run: commandRun,
  /** The second run of a check that failed at first. */
  again: commandRun.nullable(),
  limits,
});
export type KeptResult = z.infer<typeof keptResult>;

export interface ResultsDeps {
  disk: Disk;
  home: Pick<HomeLayout, "checks">;
}

/** How many results of one project are kept. The oldest are removed first. */
const mostKept = 1000;

/** Returns one result for each check, in order. `null` if any of them is unknown. */
export async function findResults(
  deps: ResultsDeps,
  project: ProjectName,
  asked: Conditions & { limits: CommandLimits },
): Promise<KeptResult[] | null> {
  const found: KeptResult[] = [];
  for (const [at] of asked.checks.entries()) {
    const result = await readResult(deps, pathOf(deps, project, keyOf(asked, at)));
    if (result === null || !counts(result, asked.limits)) return null;
    found.push(result);
  }
  return found;
}

export async function keepResult(
  deps: ResultsDeps,
  project: ProjectName,
  { at, result, ...conditions }: Conditions & { at: number; result: Omit<KeptResult, "version"> },
): Promise<void> {
  const { directory } = projectChecks(deps.home, project);
  await deps.disk.makeDirectories(directory);
  const text = formatHashed({ version: 1, ...result } satisfies KeptResult);
  // Not fsynced: a result lost in a power cut costs one more run of the check, and nothing else.
  await deps.disk.replaceUnsynced(pathOf(deps, project, keyOf(conditions, at)), text);
  await dropOldest(directory);
}

/**
 * Returns true if a cached result is valid under these limits. A failure is valid only under the same limits,
 * because with more memory, for example, the check might pass.
 */
function counts(result: KeptResult, asked: CommandLimits): boolean {
  if (hasPassed({ ...result.run, again: result.again })) return true;
  return JSON.stringify(result.limits) === JSON.stringify(plainLimits(asked));
}

export function plainLimits({ memoryMb, processes, diskMb, files }: CommandLimits): KeptResult["limits"] {
  return {
    memoryMb: memoryMb ?? null,
    processes: processes ?? null,
    diskMb: diskMb ?? null,
    files: files ?? null,
  };
}

/**
 * Returns the key of one check's result. It includes the earlier checks: all run in one directory, and each
 * may use what the earlier ones made.
 */
function keyOf({ tree, setup, copied, level, checks }: Conditions, at: number): string {
  const commands = checks.slice(0, at + 1).map(({ command, timeoutSeconds }) => [command, timeoutSeconds]);
  const files = Object.entries(copied).sort(([a], [b]) => (a < b ? -1 : 1));
  const means = setup && [
    setup.command,
    setup.network,
    ...(setup.isBare ? ["bare"] : []),
    ...(setup.network && setup.allow.length > 0 ? [setup.allow] : []),
  ];
  const parts = ["1", tree, means, files, level, commands];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

function pathOf({ home }: ResultsDeps, project: ProjectName, key: string): string {
  return projectChecks(home, project).result(key);
}

/**
 * Returns `null` if there is no such result, or if its hash does not match: a power cut may have left part of the file.
 */
async function readResult({ disk }: ResultsDeps, path: string): Promise<KeptResult | null> {
  const text = await disk.readText(path);
  const read = text === undefined ? null : parseHashed(text);
  return read?.isSound ? (keptResult.safeParse(read.value).data ?? null) : null;
}

async function dropOldest(directory: string): Promise<void> {
  const names = ((await readdir(directory).catch(unlessMissing)) ?? []).filter((name) => isResult(name));
  if (names.length <= mostKept) return;
  const dated = await Promise.all(
    names.map(async (name) => {
      const path = `${directory}/${name}`;
      return { path, at: (await stat(path).catch(unlessMissing))?.mtimeMs ?? 0 };
    }),
  );
  const oldest = dated.sort((a, b) => a.at - b.at).slice(0, names.length - mostKept);
  for (const { path } of oldest) await unlink(path).catch(unlessMissing);
}

const isResult = (name: string): boolean => /^[0-9a-f]{64}\.json$/.test(name);
