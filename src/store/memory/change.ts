// Changes one entry of memory, under the lock of its scope: stores the text, logs the change, writes the entry's file,
// then logs that the file is written. If this is interrupted, either nothing has changed, or the next access finishes
// the change.
import type { MemoryEntry, MemoryKey } from "../../contract/memory/memory.ts";
import { maxEntryBytes } from "../../contract/memory/memory.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import { timestamp } from "../../host/clock.ts";
import { appendLines, type ScopeLog, type MemoryDeps } from "./scope-log.ts";
import { entryOf, isThere, latestOf, type VersionLine } from "./log.ts";
import type { MemoryWrite, Provenance } from "./memory-store.ts";
import { settleKey } from "./settle.ts";
import { findWords, keepWords, readWords, type MemoryWords, wordsOf } from "./words.ts";

export const noSuchEntry = (key: MemoryKey): Refusal =>
  refuse("not_found", `There is no entry "${key}".`, 'Run "guild-hall memory list" to see what there is.');

export type Written = { ok: true; entry: MemoryEntry } | Refusal;

export async function writeEntry(deps: MemoryDeps, scopeLog: ScopeLog, order: MemoryWrite): Promise<Written> {
  const { key, call = null } = order;
  const known = repeated(scopeLog, order);
  if (known) return { ok: true, entry: entryOf(scopeLog.scope, known) };
  const refused = refusalOf(scopeLog, order) ?? (await obstacle(deps, scopeLog, key));
  if (refused) return refused;
  const words = wordsOf(order.content);
  const line = newLine(deps, scopeLog, { ...order, key, words, change: "written", of: null, call });
  return { ok: true, entry: await commit(deps, scopeLog, { line, words }) };
}

/**
 * Returns the version that an earlier attempt wrote: by the same call; or the latest version, if the entry
 * still exists and the same commission wrote the same text. `undefined` if there is none, or if a person
 * writes.
 */
function repeated(scopeLog: ScopeLog, { key, call, by, content }: MemoryWrite): VersionLine | undefined {
  const record = scopeLog.records.get(key);
  if (!record || by.kind === "person") return undefined;
  const sameCall = record.versions.find((line) => call !== undefined && line.call === call);
  if (sameCall) return sameCall;
  const latest = latestOf(record);
  const isSame =
    isThere(latest) &&
    latest.by.kind !== "person" &&
    latest.by.commission === by.commission &&
    latest.sha256 === wordsOf(content).sha256;
  return isSame ? latest : undefined;
}

function refusalOf(scopeLog: ScopeLog, order: MemoryWrite): Refusal | undefined {
  const { key, content, ifVersion } = order;
  const bytes = Buffer.byteLength(content);
  if (bytes > maxEntryBytes)
    return refuse(
      "too_large",
      `The entry has ${bytes} bytes; at most ${maxEntryBytes} are kept under one key.`,
    );
  const current = currentOf(scopeLog, key);
  if (ifVersion === undefined || ifVersion === (current?.version ?? 0)) return undefined;
  return refuse(
    "wrong_state",
    current
      ? `The entry "${key}" is at version ${current.version} by now.`
      : `There is no entry "${key}" by now.`,
    "Read it again, then try again.",
  );
}

/** Returns a refusal if something lies at the entry's path that cannot be an entry, and so must not be overwritten. */
async function obstacle(
  { files }: MemoryDeps,
  { layout, scope }: ScopeLog,
  key: MemoryKey,
): Promise<Refusal | undefined> {
  const path = layout.file(key);
  if (!files.look(path) || (await readWords(files, layout, key))) return undefined;
  // Only the hint names the path: a worker is shown neither hints nor the location of the home.
  const message = `The place of "${key}" in ${scope} holds something that is not an entry.`;
  return refuse("wrong_state", message, `Move ${path} away.`);
}

/** Returns the latest version of an entry; `undefined` if there is no such entry now. */
export function currentOf(scopeLog: ScopeLog, key: MemoryKey): VersionLine | undefined {
  const record = scopeLog.records.get(key);
  const latest = record && latestOf(record);
  return latest && isThere(latest) ? latest : undefined;
}

export interface Revert extends Pick<Provenance, "by"> {
  key: MemoryKey;
  version: number;
}

/** Restores the text of an earlier version, with its marks `untrusted` and `rehearsed`, which belong to that text. */
export async function revertEntry(
  deps: MemoryDeps,
  scopeLog: ScopeLog,
  { key, version, by }: Revert,
): Promise<Written> {
  const old = scopeLog.records.get(key)?.versions.find((line) => line.version === version && isThere(line));
  const words = old && (await findWords(deps.files, scopeLog.layout, old));
  if (!old || !words)
    return refuse(
      "not_found",
      `Version ${version} of "${key}" does not exist, or its text is not kept any more.`,
      'Run "guild-hall memory history" to see which versions there are.',
    );
  const { untrusted, rehearsed } = old;
  const line = newLine(deps, scopeLog, {
    key,
    words,
    by,
    untrusted,
    rehearsed,
    change: "reverted",
    of: version,
    call: null,
  });
  const blocked = await obstacle(deps, scopeLog, key);
  if (blocked) return blocked;
  return { ok: true, entry: await commit(deps, scopeLog, { line, words }) };
}

export interface MemoryRemoval extends Provenance {
  key: MemoryKey;
  change: "forgotten" | "compacted";
}

/**
 * Removes an entry and returns the number of the new version; `undefined`, and nothing is changed, if there
 * is no such entry, if its stored text is lost, or if a person has just changed its file.
 */
export async function removeEntry(
  deps: MemoryDeps,
  scopeLog: ScopeLog,
  { key, ...order }: MemoryRemoval,
): Promise<number | undefined> {
  const current = currentOf(scopeLog, key);
  const words = current && (await findWords(deps.files, scopeLog.layout, current));
  // The file is checked at the last moment, so that a person's concurrent edit stays.
  if (!words || (await readWords(deps.files, scopeLog.layout, key))?.sha256 !== words.sha256)
    return undefined;
  const line = newLine(deps, scopeLog, { ...order, key, words, of: null, call: null });
  await commit(deps, scopeLog, { line, words });
  return line.version;
}

type NewLine = Pick<VersionLine, "key" | "by" | "untrusted" | "rehearsed" | "change" | "of" | "call"> & {
  words: MemoryWords;
};

function newLine(deps: MemoryDeps, scopeLog: ScopeLog, order: NewLine): VersionLine {
  const { key, by, untrusted, rehearsed, change, of, call, words } = order;
  const record = scopeLog.records.get(key);
  return {
    v: 1,
    at: timestamp(deps.clock),
    key,
    version: (record ? latestOf(record).version : 0) + 1,
    change,
    by,
    untrusted,
    rehearsed,
    sha256: words.sha256,
    bytes: words.bytes,
    characters: words.text.length,
    of,
    call,
  };
}

async function commit(
  deps: MemoryDeps,
  scopeLog: ScopeLog,
  { line, words }: { line: VersionLine; words: MemoryWords },
): Promise<MemoryEntry> {
  await keepWords(deps, scopeLog.layout, words);
  await appendLines(deps, scopeLog, [line]);
  await appendLines(deps, scopeLog, await settleKey(deps, scopeLog, line.key));
  return entryOf(scopeLog.scope, line);
}
