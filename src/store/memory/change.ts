// One change of one entry, by whoever holds the scope: the words are kept, then the log has the change, then the file
// follows, then the log knows that it did. Cut off anywhere, it has not happened or is finished by the next who looks.
import type { MemoryEntry, MemoryKey } from "../../contract/memory/memory.ts";
import { maxEntryBytes } from "../../contract/memory/memory.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import { timestamp } from "../../host/clock.ts";
import { appendLines, type Book, type MemoryDeps } from "./book.ts";
import { entryOf, isThere, latestOf, type VersionLine } from "./log.ts";
import type { MemoryWrite, Provenance } from "./memory-store.ts";
import { settleKey } from "./settle.ts";
import { findWords, keepWords, readWords, type Words, wordsOf } from "./words.ts";

export const noSuchEntry = (key: MemoryKey): Refusal =>
  refuse("not_found", `There is no entry "${key}".`, 'Run "guild-hall memory list" to see what there is.');

export type Written = { ok: true; entry: MemoryEntry } | Refusal;

export async function writeEntry(deps: MemoryDeps, book: Book, order: MemoryWrite): Promise<Written> {
  const { key, call = null } = order;
  const known = repeated(book, order);
  if (known) return { ok: true, entry: entryOf(book.scope, known) };
  const refused = refusalOf(book, order) ?? (await obstacle(deps, book, key));
  if (refused) return refused;
  const words = wordsOf(order.content);
  const line = newLine(deps, book, { ...order, key, words, change: "written", of: null, call });
  return { ok: true, entry: await commit(deps, book, { line, words }) };
}

/** The same call again, or the same words of the same commission while they stand: that is one version. */
function repeated(book: Book, { key, call, by, content }: MemoryWrite): VersionLine | undefined {
  const record = book.records.get(key);
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

function refusalOf(book: Book, order: MemoryWrite): Refusal | undefined {
  const { key, content, ifVersion } = order;
  const bytes = Buffer.byteLength(content);
  if (bytes > maxEntryBytes)
    return refuse(
      "too_large",
      `The entry has ${bytes} bytes; at most ${maxEntryBytes} are kept under one key.`,
    );
  const current = currentOf(book, key);
  if (ifVersion === undefined || ifVersion === (current?.version ?? 0)) return undefined;
  return refuse(
    "wrong_state",
    current
      ? `The entry "${key}" is at version ${current.version} by now.`
      : `There is no entry "${key}" by now.`,
    "Read it again, then try again.",
  );
}

/** Something that cannot be an entry lies in its place. It is somebody's, and nothing is written over it. */
async function obstacle(
  { files }: MemoryDeps,
  { layout, scope }: Book,
  key: MemoryKey,
): Promise<Refusal | undefined> {
  const path = layout.file(key);
  if (!files.look(path) || (await readWords(files, layout, key))) return undefined;
  // Only the hint names the place: a worker is not shown hints, and not where the home is.
  const message = `Something that is no entry lies in the place of "${key}" in ${scope}.`;
  return refuse("wrong_state", message, `Move ${path} away.`);
}

/** undefined: there is no such entry now. */
export function currentOf(book: Book, key: MemoryKey): VersionLine | undefined {
  const record = book.records.get(key);
  const latest = record && latestOf(record);
  return latest && isThere(latest) ? latest : undefined;
}

export interface Revert extends Pick<Provenance, "by"> {
  key: MemoryKey;
  version: number;
}

/** A mark belongs to the words, so it comes back with them. */
export async function revertEntry(
  deps: MemoryDeps,
  book: Book,
  { key, version, by }: Revert,
): Promise<Written> {
  const old = book.records.get(key)?.versions.find((line) => line.version === version && isThere(line));
  const words = old && (await findWords(deps.files, book.layout, old));
  if (!old || !words)
    return refuse(
      "not_found",
      `There are no words of version ${version} of "${key}".`,
      'Run "guild-hall memory history" to see which versions there are.',
    );
  const { untrusted, rehearsed } = old;
  const line = newLine(deps, book, {
    key,
    words,
    by,
    untrusted,
    rehearsed,
    change: "reverted",
    of: version,
    call: null,
  });
  const blocked = await obstacle(deps, book, key);
  if (blocked) return blocked;
  return { ok: true, entry: await commit(deps, book, { line, words }) };
}

export interface Removal extends Provenance {
  key: MemoryKey;
  change: "forgotten" | "compacted";
}

/** undefined: there is no such entry. */
export async function removeEntry(
  deps: MemoryDeps,
  book: Book,
  { key, ...order }: Removal,
): Promise<number | undefined> {
  const current = currentOf(book, key);
  const words = current && (await findWords(deps.files, book.layout, current));
  // Looked at in the last moment: what a person is just writing stays.
  if (!words || (await readWords(deps.files, book.layout, key))?.sha256 !== words.sha256) return undefined;
  const line = newLine(deps, book, { ...order, key, words, of: null, call: null });
  await commit(deps, book, { line, words });
  return line.version;
}

type NewLine = Pick<VersionLine, "key" | "by" | "untrusted" | "rehearsed" | "change" | "of" | "call"> & {
  words: Words;
};

function newLine(deps: MemoryDeps, book: Book, order: NewLine): VersionLine {
  const { key, by, untrusted, rehearsed, change, of, call, words } = order;
  const record = book.records.get(key);
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
  book: Book,
  { line, words }: { line: VersionLine; words: Words },
): Promise<MemoryEntry> {
  await keepWords(deps, book.layout, words);
  await appendLines(deps, book, [line]);
  await appendLines(deps, book, await settleKey(deps, book, line.key));
  return entryOf(book.scope, line);
}
