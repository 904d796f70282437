// Reads and writes a note of memory as a file: a header with its origin, then the text. A person may write a note
// without the header.

export interface Origin {
  /** `null` if a person wrote the note. */
  job: string | null;
  at: string;
  /** True if the job had read untrusted text: web pages, search results, or notes that derive from them. */
  web: boolean;
  /** True if a script replaced the job's model, so that the note is not from real work. */
  rehearsed: boolean;
}

export interface Note extends Origin {
  key: string;
  content: string;
  /** The whole file as it was read. */
  text: string;
}

/** The key of the summary that compaction writes. No worker may write a note with this key. */
export const compactedKey = "compacted";

const plainKey = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/;

/**
 * Returns the key if a worker may use it. Otherwise throws an error with a readable message for the worker.
 */
export function parseKey(key: string): string {
  if (!plainKey.test(key))
    throw new Error(
      "a key has at most 64 letters, digits, dots, dashes and underscores, and begins with a letter or digit",
    );
  if (key.toLowerCase() === compactedKey) throw new Error(`the key "${compactedKey}" is not yours to write`);
  return key;
}

export function fileOf(key: string): string {
  return `${key}.md`;
}

/** Returns the key of the note in this file; `null` if it is not the file of a note. */
export function keyOf(file: string): string | null {
  const key = file.endsWith(".md") ? file.slice(0, -".md".length) : "";
  return plainKey.test(key) ? key : null;
}

export function formatNote({ job, at, web, rehearsed, content }: Origin & { content: string }): string {
  const mark = rehearsed ? "rehearsed: yes\n" : "";
  return `---\njob: ${job}\nat: ${at}\nweb: ${web ? "yes" : "no"}\n${mark}---\n\n${content}\n`;
}

/** Accepts only plain characters as values, because the prompt shows these outside the quotation. */
const head =
  /^---\njob: ([A-Za-z0-9._-]{1,128})\nat: ([0-9TZ:.-]{10,40})\nweb: (yes|no)\n(rehearsed: yes\n)?---\n\n?/;

export function parseNote(file: { key: string; text: string; changedAt: string }): Note {
  const { key, text } = file;
  const found = head.exec(text);
  const content = text.slice(found?.[0].length ?? 0).replace(/\n$/, "");
  if (found === null)
    return { key, text, content, job: null, at: file.changedAt, web: false, rehearsed: false };
  const [, job = "", at = "", web, rehearsed] = found;
  return { key, text, content, job, at, web: web === "yes", rehearsed: rehearsed !== undefined };
}
