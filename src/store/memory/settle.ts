// Makes the log and the files of a memory scope agree. A change that is in the log but not in the files was
// interrupted, and is finished. A change that is in the files but not in the log is a person's edit, and becomes a
// version.
import { dirname } from "node:path";
import { memoryKey, type MemoryKey } from "../../contract/memory/memory.ts";
import { timestamp } from "../../host/clock.ts";
import { codeOf } from "../../host/files/disk.ts";
import type { Seen } from "../../host/files/plain-files.ts";
import { looksDamaged } from "../../rules/memory/looks-damaged.ts";
import { appendLines, type ScopeLog, isOdd, isPlain, type MemoryDeps } from "./scope-log.ts";
import { isThere, type KeyRecord, latestOf, type LogLine, type VersionLine } from "./log.ts";
import { findWords, keepWords, readWords, type MemoryWords } from "./words.ts";

/** Returns the keys whose log and file seem to disagree. Compares the files' stamps, and reads none of them. */
export function unsettledKeys(scopeLog: ScopeLog, seen: ReadonlyMap<string, Seen>): MemoryKey[] {
  const known = [...scopeLog.records].filter(([key, record]) => {
    const there = seen.get(`${key}.md`);
    return !isSettled(record, there) && !isOdd(scopeLog, `${key}.md`, there);
  });
  const dropped = [...seen].flatMap(([name, there]) => {
    if (!name.endsWith(".md") || scopeLog.records.has(name.slice(0, -3) as MemoryKey)) return [];
    if (!isPlain(there) || isOdd(scopeLog, name, there)) return [];
    return memoryKey.safeParse(name.slice(0, -3)).data ?? [];
  });
  return [...known.map(([key]) => key), ...dropped];
}

/**
 * Returns true if the file has the stamp (inode, change time and size) that the log has for it, or is absent
 * and the entry was removed. Something that cannot be an entry's file counts as settled, so that it is not
 * touched.
 */
function isSettled(record: KeyRecord, there: Seen | undefined): boolean {
  const latest = latestOf(record);
  if (there && !isPlain(there)) return true;
  if (record.settled !== latest.version) return false;
  return isThere(latest) ? there !== undefined && there.stamp === record.stamp : there === undefined;
}

/** Makes the log and the files of a scope agree. The caller must hold the scope's lock. */
export async function settle(deps: MemoryDeps, scopeLog: ScopeLog): Promise<void> {
  const seen = deps.files.scan(scopeLog.layout.directory);
  const lines: LogLine[] = [];
  for (const key of unsettledKeys(scopeLog, seen)) lines.push(...(await settleKey(deps, scopeLog, key)));
  if (lines.length === 0 && scopeLog.salvage === null) return;
  // A killed process may have renamed a file without syncing the directory.
  await deps.disk.secureNames(scopeLog.layout.directory);
  await deps.disk.secureNames(deps.home.trash);
  const { directory, history, texts } = scopeLog.layout;
  for (const place of [directory, history, texts]) await deps.disk.sweepDrafts(place);
  await appendLines(deps, scopeLog, lines);
}

/** Finishes an interrupted change of one entry. Returns the lines to append so that the log agrees with the file. */
export async function settleKey(deps: MemoryDeps, scopeLog: ScopeLog, key: MemoryKey): Promise<LogLine[]> {
  const there = deps.files.look(scopeLog.layout.file(key));
  const words = await readWords(deps.files, scopeLog.layout, key);
  const stamp = there?.kind === "file" ? there.stamp : null;
  const record = scopeLog.records.get(key);
  const latest = record && latestOf(record);
  if (there && !words) {
    if (stamp !== null) scopeLog.odd.set(`${key}.md`, stamp);
    if (stamp !== null && latest && isThere(latest))
      deps.warn(`${scopeLog.layout.file(key)} is not text any more. ${stays(latest)}`);
    return [];
  }
  if (latest && says(latest, words)) return [{ v: 1, key, settled: latest.version, stamp }];
  if (record && latest && isCutOff(record, words)) {
    const done = await carryOut(deps, scopeLog, { line: latest, there });
    if (done === "done") return [await settledLine(deps, scopeLog, latest)];
    if (done === "overtaken") return settleKey(deps, scopeLog, key);
  }
  const edit = await personsEdit(deps, scopeLog, { key, words, latest });
  return edit ? [edit, { v: 1, key, settled: edit.version, stamp }] : [];
}

function stays({ key, version }: VersionLine): string {
  return `Version ${version} of "${key}" still has its text: "guild-hall memory history" shows it.`;
}

/** Returns true if the file has the content that this change gave it. */
function says(latest: VersionLine, words: MemoryWords | undefined): boolean {
  return isThere(latest) ? words?.sha256 === latest.sha256 : words === undefined;
}

/**
 * Returns true if the last change was logged, but the entry's file is still as it was before the change, or
 * is missing.
 */
function isCutOff(record: KeyRecord, words: MemoryWords | undefined): boolean {
  const latest = latestOf(record);
  if (record.settled >= latest.version) return false;
  if (!isThere(latest)) return words?.sha256 === latest.sha256;
  return words === undefined || words.sha256 === record.versions.at(-2)?.sha256;
}

interface CarryOut {
  line: VersionLine;
  /** How the file looked before the change. */
  there: Seen | undefined;
}

/**
 * Applies a logged change to the entry's file: the second half of every change. Returns `overtaken`, without
 * touching the file, if a person has written to it in between; `lost` if the stored text is gone.
 */
async function carryOut(
  deps: MemoryDeps,
  { layout }: ScopeLog,
  { line, there }: CarryOut,
): Promise<"done" | "overtaken" | "lost"> {
  const words = await findWords(deps.files, layout, line);
  if (!words) return "lost";
  const path = layout.file(line.key);
  const isStill = () => looksSame(deps.files.look(path), there);
  const isDone = isThere(line)
    ? await deps.disk.replaceIf({ path, text: words.text, isStill })
    : await throwAway(deps, { path, trashed: layout.trashed(line), words, isStill });
  return isDone ? "done" : "overtaken";
}

function looksSame(a: Seen | undefined, b: Seen | undefined): boolean {
  if (a?.kind === "file" && b?.kind === "file") return a.stamp === b.stamp;
  return a === undefined && b === undefined;
}

interface Removing {
  path: string;
  trashed: string;
  words: MemoryWords;
  isStill(): boolean;
}

/**
 * Moves the file to the trash, so that even an edit at the last moment ends up there. If the trash is on another disk,
 * copies and deletes instead. Returns false if a person has changed the file.
 */
async function throwAway(
  { disk, home }: MemoryDeps,
  { path, trashed, words, isStill }: Removing,
): Promise<boolean> {
  await disk.makeDirectories(home.trash);
  if (!isStill()) return false;
  try {
    await disk.move(path, trashed);
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error;
    await disk.createNew(trashed, words.text);
    if (!isStill()) return false;
    await disk.removeTree(path);
    await disk.secureNames(dirname(path));
  }
  return true;
}

/**
 * Returns the line that says that the file is written. It has the file's stamp only if the content is still the same.
 */
async function settledLine(deps: MemoryDeps, { layout }: ScopeLog, line: VersionLine): Promise<LogLine> {
  const { key, version: settled } = line;
  const there = deps.files.look(layout.file(key));
  const words = await readWords(deps.files, layout, key);
  const isOurs = there?.kind === "file" && isThere(line) && words?.sha256 === line.sha256;
  return { v: 1, key, settled, stamp: isOurs ? there.stamp : null };
}

interface Edit {
  key: MemoryKey;
  /** `undefined` if the file was deleted. */
  words: MemoryWords | undefined;
  latest: VersionLine | undefined;
}

/** Returns a person's edit as a version. If log lines were lost, the text may be another author's, and is untrusted. */
async function personsEdit(
  deps: MemoryDeps,
  scopeLog: ScopeLog,
  { key, words, latest }: Edit,
): Promise<VersionLine | undefined> {
  if (!words && !latest) return undefined;
  const isSuspect = words && latest ? await isSuspicious(deps, scopeLog, { words, latest }) : false;
  if (words) await keepWords(deps, scopeLog.layout, words);
  const lost = scopeLog.salvage?.lost ?? 0;
  return {
    v: 1,
    at: timestamp(deps.clock),
    key,
    version: (latest?.version ?? 0) + lost + 1,
    change: words ? "edited" : "forgotten",
    by: { kind: "person" },
    untrusted: lost > 0 || (isSuspect && latest?.untrusted === true),
    rehearsed: isSuspect && latest?.rehearsed === true,
    sha256: words?.sha256 ?? latest?.sha256 ?? "",
    bytes: words?.bytes ?? latest?.bytes ?? 0,
    characters: words?.text.length ?? latest?.characters ?? 0,
    of: null,
    call: null,
    ...(isSuspect && { suspect: true }),
  };
}

/**
 * Returns true if the change looks like damage by the disk and not like an edit. The text is then still its
 * author's: it keeps its marks `untrusted` and `rehearsed`, and the person is warned.
 */
async function isSuspicious(
  deps: MemoryDeps,
  { layout }: ScopeLog,
  { words, latest }: { words: MemoryWords; latest: VersionLine },
): Promise<boolean> {
  const before = isThere(latest) ? await findWords(deps.files, layout, latest) : undefined;
  if (!before || !looksDamaged(Buffer.from(before.text), Buffer.from(words.text))) return false;
  deps.warn(`${layout.file(latest.key)} was changed in a way that looks like damage. ${stays(latest)}`);
  return true;
}
