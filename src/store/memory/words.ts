// Stores the text of every version of a memory entry, under the hash of the text.
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { MemoryLayout } from "../../contract/memory/memory-layout.ts";
import { maxEntryBytes, type MemoryKey } from "../../contract/memory/memory.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { PlainFiles } from "../../host/files/plain-files.ts";
import type { VersionLine } from "./log.ts";

export interface MemoryWords {
  text: string;
  sha256: string;
  bytes: number;
}

export function wordsOf(text: string): MemoryWords {
  return wordsIn(Buffer.from(text));
}

function wordsIn(bytes: Buffer): MemoryWords {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { text: bytes.toString("utf8"), sha256, bytes: bytes.length };
}

/**
 * Reads the file of an entry; `undefined` if there is no regular file, or if it is too large or not UTF-8.
 */
export async function readWords(
  files: PlainFiles,
  layout: MemoryLayout,
  key: MemoryKey,
): Promise<MemoryWords | undefined> {
  const bytes = await files.read(layout.file(key), maxEntryBytes);
  return bytes && isUtf8(bytes) ? wordsIn(bytes) : undefined;
}

/** Stores a text under its hash, so that equal texts are stored once. */
export async function keepWords(
  { disk, files }: { disk: Disk; files: PlainFiles },
  layout: MemoryLayout,
  words: MemoryWords,
): Promise<void> {
  const path = layout.text(words.sha256);
  if (await disk.createNew(path, words.text)) return;
  if (!(await findWords(files, layout, words))) await disk.replace(path, words.text);
}

/** Returns the stored text with this hash; `undefined` if it was lost or changed on disk. */
export async function findWords(
  files: PlainFiles,
  layout: MemoryLayout,
  { sha256 }: Pick<VersionLine, "sha256">,
): Promise<MemoryWords | undefined> {
  const bytes = await files.read(layout.text(sha256), maxEntryBytes);
  const words = bytes && wordsIn(bytes);
  return words?.sha256 === sha256 ? words : undefined;
}
