// Keeps the outcomes of a project's set-up command that ran with the network: the untracked files that it
// made, and its home directory. Later trees get copies of these files instead of another run. An outcome is
// written as a draft and renamed when it is complete. Each file is checked against its hash when it is copied
// into a tree.
import { createHash } from "node:crypto";
import { readdir, rename, stat, utimes } from "node:fs/promises";
import { z } from "zod";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { type AllowedHost, allowedHost } from "../../contract/project/set-up-settings.ts";
import { hostUse } from "../../contract/project/set-up.ts";
import { type OutcomeLayout, projectSetUps } from "../../contract/project/set-up-layout.ts";
import { commandRun, oid } from "../../contract/project/tree.ts";
import {
  ChangedSinceHashed,
  copyFiles,
  type CopyPart,
  type FileEntry,
  listFiles,
} from "../../host/files/copy-files.ts";
import type { Clock } from "../../host/clock.ts";
import { codeOf, type Disk } from "../../host/files/disk.ts";
import { unlessMissing } from "../../host/files/missing.ts";
import type { CommandDirectories } from "../workdir/prepare.ts";

export interface OutcomesDeps {
  disk: Disk;
  home: Pick<HomeLayout, "setUps">;
  /** Flushes the file system of this directory to the disk. */
  syncAll(directory: string): Promise<void>;
  clock: Pick<Clock, "now">;
  pid: number;
}

const outcomeRecord = z.object({
  version: z.literal(1),
  key: z.string(),
  /** A hash of everything that the set-up depends on. Every tree with the same hash can use this outcome. */
  inputs: z.string(),
  tree: oid,
  at: z.string(),
  run: commandRun,
  hosts: z.array(hostUse),
  /** The hosts that the set-up was allowed to reach; absent in records of older releases. */
  allow: z.array(allowedHost).optional(),
  /** The SHA-256 of the list of files. */
  files: z.string(),
});
export type OutcomeRecord = z.infer<typeof outcomeRecord>;

const entry = z.tuple([
  z.string(),
  z.enum(["file", "link", "directory"]),
  z.int().nonnegative(),
  z.int().nonnegative(),
  z.string(),
]);
const fileList = z.object({ work: z.array(entry), home: z.array(entry) });
type FileList = z.infer<typeof fileList>;

/** The directories that an outcome's files are copied from, or copied to. */
export interface OutcomePlace {
  work: string;
  own: CommandDirectories;
}

export interface MadeOutcome extends OutcomePlace {
  project: ProjectName;
  record: Omit<OutcomeRecord, "version" | "files">;
  /**
   * Returns true for a path that is not part of the outcome. Either git tracks it, or it was copied in from
   * the person's checkout and the command did not change it.
   */
  isLeftOut(path: string): boolean;
  /** Returns true for a directory that contains such a path, and so exists even without the outcome. */
  isThere(directory: string): boolean;
  signal: AbortSignal;
}

/** A larger outcome is used once and not kept. */
const mostOfOne = { files: 300_000, bytes: 4 * 1024 * 1024 * 1024 };
/** How many outcomes of one project are kept. The least recently used one is removed first. */
const mostKept = 4;

/** Returns the outcome with this key. `null` if it does not exist or cannot be read. */
export async function findOutcome(
  deps: OutcomesDeps,
  project: ProjectName,
  key: string,
): Promise<OutcomeRecord | null> {
  const text = await deps.disk.readText(projectSetUps(deps.home, project).outcome(key).record);
  // The second line is the hash of the first. A damaged record counts as missing, and the outcome is made again.
  const [line = "", hash] = text?.split("\n") ?? [];
  const found = hash === hashOf(line) ? parseJson(outcomeRecord, line) : null;
  return found?.key === key ? found : null;
}

/**
 * Returns true if a host was refused when this outcome was made and the allowed hosts have changed since. The
 * outcome may then lack files that could be fetched now.
 */
export function isOutdated({ hosts, allow }: OutcomeRecord, now: readonly AllowedHost[]): boolean {
  const isSame = allow === undefined || JSON.stringify(allow) === JSON.stringify(now);
  return !isSame && hosts.some(({ refused }) => refused !== null);
}

/**
 * Returns the newest outcome that trees with these inputs can use and that is not outdated. `null` if there is none.
 */
export async function findFitting(
  deps: OutcomesDeps,
  project: ProjectName,
  { inputs, allow }: { inputs: string; allow: readonly AllowedHost[] },
): Promise<OutcomeRecord | null> {
  const found: OutcomeRecord[] = [];
  for (const key of await keysOf(deps, project)) {
    const record = await findOutcome(deps, project, key);
    if (record?.inputs === inputs && !isOutdated(record, allow)) found.push(record);
  }
  return found.sort((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
}

/** Stores the outcome for later trees. Returns false if it is too large to be kept. */
export async function keepOutcome(deps: OutcomesDeps, made: MadeOutcome): Promise<boolean> {
  const { project, record } = made;
  const layout = projectSetUps(deps.home, project);
  const draft = layout.draft(record.key, deps.pid);
  try {
    await deps.disk.removeTree(draft.directory);
    const kept = await copyOut(deps, draft, made);
    if (!kept) return false;
    await deps.syncAll(draft.directory);
    const before = await findOutcome(deps, project, record.key);
    if (before === null || isOutdated(before, record.allow ?? []))
      await deps.disk.removeTree(layout.outcome(record.key).directory);
    await nameIt(draft, layout.outcome(record.key));
  } finally {
    await deps.disk.removeTree(draft.directory);
  }
  await dropOldest(deps, project);
  return true;
}

async function copyOut(deps: OutcomesDeps, draft: OutcomeLayout, made: MadeOutcome): Promise<boolean> {
  const listed = await listMade(made);
  if (listed === null) return false;
  await deps.disk.makeDirectories(draft.work);
  await deps.disk.makeDirectories(draft.home);
  const isTaken = () => false;
  const parts = partsOf({ from: made, to: { work: draft.work, own: draft }, isTaken }, listed);
  const [work = [], home = []] = await copyFiles({ parts, temporary: draft.directory, signal: made.signal });
  const text = JSON.stringify({ work: work.map(asTuple), home: home.map(asTuple) } satisfies FileList);
  await deps.disk.replaceUnsynced(draft.files, text);
  const record: OutcomeRecord = { version: 1, ...made.record, files: hashOf(text) };
  const line = JSON.stringify(record);
  await deps.disk.replaceUnsynced(draft.record, `${line}\n${hashOf(line)}\n`);
  return true;
}

async function listMade(made: Omit<MadeOutcome, "record" | "project">) {
  const { work, own, isLeftOut } = made;
  const most = mostOfOne;
  const inWork = await listFiles(work, { isLeftOut, most });
  const inHome = await listFiles(own.home, { isLeftOut: () => false, most });
  return inWork === null || inHome === null ? null : { work: withoutBare(inWork, made), home: inHome };
}

/** Drops directories that contain only left-out files. An empty directory that the command made stays. */
function withoutBare(entries: readonly FileEntry[], { isThere }: Pick<MadeOutcome, "isThere">): FileEntry[] {
  const needed = new Set<string>();
  for (const { path, kind } of entries)
    if (kind !== "directory")
      for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
        needed.add(path.slice(0, at));
  return entries.filter(({ path, kind }) => kind !== "directory" || needed.has(path) || !isThere(path));
}

/**
 * Renames the draft to its final name. If another process has stored the same outcome meanwhile, that one
 * stays.
 */
async function nameIt(draft: OutcomeLayout, outcome: OutcomeLayout): Promise<void> {
  try {
    await rename(draft.directory, outcome.directory);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) throw error;
  }
}

export interface BringIn extends OutcomePlace {
  project: ProjectName;
  key: string;
  /** Returns true if git tracks this path in the destination: that file is not overwritten. */
  isTaken(path: string): boolean;
  signal: AbortSignal;
}

/**
 * Copies a kept outcome into a tree: all of it, or nothing. If the outcome was damaged, removes it and returns false.
 */
export async function bringIn(deps: OutcomesDeps, order: BringIn): Promise<boolean> {
  const { project, key, isTaken, signal } = order;
  const outcome = projectSetUps(deps.home, project).outcome(key);
  const files = await readFiles(deps, project, { key, outcome });
  try {
    if (files === null) throw new ChangedSinceHashed("The list of its files cannot be read.");
    const listed = { work: files.work.map(asEntry), home: files.home.map(asEntry) };
    const from = { work: outcome.work, own: outcome };
    await copyFiles({
      parts: partsOf({ from, to: order, isTaken }, listed),
      temporary: order.own.tmp,
      signal,
    });
    // The time of the latest use decides which outcome is dropped first.
    const now = new Date(deps.clock.now());
    await utimes(outcome.directory, now, now).catch(unlessMissing);
    return true;
  } catch (error) {
    if (!(error instanceof ChangedSinceHashed)) throw error;
    await deps.disk.removeTree(outcome.directory);
    return false;
  }
}

/** Copies the files that a set-up has just made straight into a tree: all of them, or none. */
export async function bringFrom(
  made: Omit<MadeOutcome, "record" | "project">,
  into: Pick<BringIn, "work" | "own" | "isTaken" | "signal">,
): Promise<void> {
  const { isTaken, signal } = into;
  const most = { files: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };
  const work = (await listFiles(made.work, { isLeftOut: made.isLeftOut, most })) ?? [];
  const home = (await listFiles(made.own.home, { isLeftOut: () => false, most })) ?? [];
  const parts = partsOf({ from: made, to: into, isTaken }, { work, home });
  await copyFiles({ parts, temporary: into.own.tmp, signal });
}

interface HomeAndWork {
  work: string;
  own: Pick<CommandDirectories, "home">;
}

/**
 * Returns the two directories to copy. Git tracks no files in the command's home directory, so every file may
 * be copied there.
 */
function partsOf(
  { from, to, isTaken }: { from: HomeAndWork; to: HomeAndWork; isTaken: CopyPart["isTaken"] },
  { work, home }: { work: readonly FileEntry[]; home: readonly FileEntry[] },
): CopyPart[] {
  return [
    { from: from.work, to: to.work, entries: work, isTaken },
    { from: from.own.home, to: to.own.home, entries: home, isTaken: () => false },
  ];
}

async function readFiles(
  deps: OutcomesDeps,
  project: ProjectName,
  { key, outcome }: { key: string; outcome: OutcomeLayout },
): Promise<FileList | null> {
  const record = await findOutcome(deps, project, key);
  const text = await deps.disk.readText(outcome.files);
  if (record === null || text === undefined || hashOf(text) !== record.files) return null;
  return parseJson(fileList, text);
}

async function dropOldest(deps: OutcomesDeps, project: ProjectName): Promise<void> {
  const layout = projectSetUps(deps.home, project);
  const dated = await Promise.all(
    (await keysOf(deps, project)).map(async (key) => {
      const { directory } = layout.outcome(key);
      return { directory, at: (await stat(directory).catch(unlessMissing))?.mtimeMs ?? 0 };
    }),
  );
  for (const { directory } of dated.sort((a, b) => b.at - a.at).slice(mostKept))
    await deps.disk.removeTree(directory);
}

async function keysOf(deps: OutcomesDeps, project: ProjectName): Promise<string[]> {
  const { directory } = projectSetUps(deps.home, project);
  const names = (await readdir(directory).catch(unlessMissing)) ?? [];
  return names.filter((each) => /^[0-9a-f]{64}$/.test(each));
}

function parseJson<T>(schema: z.ZodType<T>, text: string | undefined): T | null {
  if (text === undefined) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const asTuple = ({ path, kind, mode, bytes, holds }: FileEntry): z.infer<typeof entry> => [
  path,
  kind,
  mode,
  bytes,
  holds,
];
const asEntry = ([path, kind, mode, bytes, holds]: z.infer<typeof entry>): FileEntry => {
  return { path, kind, mode, bytes, holds };
};
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
