// Keeps notes of jobs for later jobs in memory/, one file per key. Changes run one after another.
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { missing, replaceFile, syncDirectory, unreadable } from "../store/durable.ts";
import {
  compactedKey,
  fileOf,
  formatNote,
  keyOf,
  type Note,
  type Origin,
  parseKey,
  parseNote,
} from "./memory-file.ts";

export interface Memory {
  /** Returns all notes, newest first. */
  list(): Promise<Note[]>;
  /** Stores a note, which is durable when this resolves. Replaces an earlier note of the same key. */
  store(note: Origin & { key: string; content: string }): Promise<void>;
  /** Replaces notes with their summary. Returns false, changing nothing, if the earlier summary has changed since. */
  condense(summary: Origin & { content: string }, sources: readonly Note[]): Promise<boolean>;
}

export const mostCharacters = 64_000;

export function createMemory(directory: string): Memory {
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    list: () => list(directory),
    store: (note) => inOrder(() => store(directory, note)),
    condense: (summary, sources) => inOrder(() => condense({ directory, summary, sources })),
  };
}

async function list(directory: string): Promise<Note[]> {
  const names = (await readdir(directory).catch(missing)) ?? [];
  const notes = await Promise.all(names.map((name) => readNote(directory, name)));
  const found = notes.filter((note) => note !== undefined);
  return found.sort((a, b) => (a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at < b.at ? 1 : -1));
}

/** Returns `undefined` if the file is not a note, cannot be read, or has vanished. Does not follow symlinks. */
async function readNote(directory: string, name: string): Promise<Note | undefined> {
  const key = keyOf(name);
  if (key === null) return undefined;
  const file = await open(
    join(directory, name),
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch(unreadable);
  try {
    const stat = await file?.stat();
    if (file === undefined || !stat?.isFile() || stat.size > 4 * mostCharacters) return undefined;
    return parseNote({ key, text: await file.readFile("utf8"), changedAt: stat.mtime.toISOString() });
  } finally {
    await file?.close();
  }
}

async function store(directory: string, note: Origin & { key: string; content: string }): Promise<void> {
  const key = parseKey(note.key);
  if (note.content.trim() === "") throw new Error("there is nothing to remember");
  if (note.content.length > mostCharacters)
    throw new Error(`a note has at most ${mostCharacters} characters`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await replaceFile(join(directory, fileOf(key)), formatNote(note));
}

interface Condensing {
  directory: string;
  summary: Origin & { content: string };
  sources: readonly Note[];
}

/** Makes the summary durable, then removes its sources, but only those that have not changed since they were read. */
async function condense({ directory, summary, sources }: Condensing): Promise<boolean> {
  const file = fileOf(compactedKey);
  const earlier = sources.find(({ key }) => key === compactedKey);
  const now = await readNote(directory, file);
  if (now?.text !== earlier?.text) return false;
  if (now === undefined && (await lstat(join(directory, file)).catch(missing))) return false; // not a note
  await replaceFile(join(directory, file), formatNote(summary));
  for (const source of sources) {
    if (source === earlier) continue;
    const name = fileOf(source.key);
    if ((await readNote(directory, name))?.text === source.text) await unlink(join(directory, name));
  }
  await syncDirectory(directory);
  return true;
}
