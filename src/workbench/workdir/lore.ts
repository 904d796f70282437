// Lists, reads and writes workers' documents: markdown under `.lore/` of the work directory. The workbench
// does this itself, so that a worker without file tools can use the documents too.
import { basename } from "node:path";
import { type InsideResult, no, openInside, splitRelative } from "../../host/files/inside.ts";
import { listInside } from "../../host/files/list-inside.ts";
import { readStart, replaceInside } from "../../host/files/write-inside.ts";
import { type Authorship, frontmatterTitle, writtenDocument } from "../../base/text/frontmatter.ts";

export interface Lore {
  list(): Promise<LoreList>;
  read(path: string): Promise<InsideResult<LoreText>>;
  /** Durable when it resolves. */
  write(document: { path: string; content: string }): Promise<InsideResult<LoreFile>>;
}

export interface LoreFile {
  /** Relative to `.lore/`. */
  path: string;
  bytes: number;
}

export interface LoreList {
  /** Newest first. */
  files: (LoreFile & { title: string | null })[];
  /** False if there are more. */
  complete: boolean;
}

export interface LoreText {
  text: string;
  /** True if the document is longer than the text. */
  cut: boolean;
}

export interface LoreOrder extends Omit<Authorship, "name" | "date"> {
  /** The work directory. */
  work: string;
  now(): number;
}

const folder = ".lore";
const maxListed = 200;
const maxReadBytes = 4 * 1024 * 1024;
export const maxWrittenBytes = 1024 * 1024;
const startBytes = 16 * 1024;

export function createLore(order: LoreOrder): Lore {
  let last: Promise<unknown> = Promise.resolve();
  return {
    list: () => list(order),
    read: (path) => read(order, path),
    write: (document) => {
      // Writes run one after the other, because each builds on the document that the previous one left.
      const writing = last.then(() => write(order, document));
      last = writing.catch(() => undefined);
      return writing;
    },
  };
}

async function list({ work }: LoreOrder): Promise<LoreList> {
  const { files, complete } = await listInside(work, {
    directory: [folder],
    wants: (name, kind) => !isHidden(name) && (kind === "directory" || isMarkdown(name)),
    startBytes,
  });
  const newest = files.sort((a, b) => b.modifiedAt - a.modifiedAt || (a.path < b.path ? -1 : 1));
  return {
    files: newest
      .slice(0, maxListed)
      .map(({ path, bytes, start }) => ({ path, bytes, title: frontmatterTitle(start) ?? null })),
    complete: complete && newest.length <= maxListed,
  };
}

async function read({ work }: LoreOrder, path: string): Promise<InsideResult<LoreText>> {
  const parts = documentPath(path);
  if (!parts.ok) return parts;
  const file = await openInside(work, [folder, ...parts.value].join("/"));
  if (!file.ok) return file;
  try {
    const { size } = await file.value.stat();
    const bytes = await readStart(file.value, maxReadBytes);
    return { ok: true, value: { text: bytes.toString("utf8"), cut: size > bytes.length } };
  } finally {
    await file.value.close();
  }
}

async function write(
  order: LoreOrder,
  { path, content }: { path: string; content: string },
): Promise<InsideResult<LoreFile>> {
  const parts = documentPath(path);
  if (!parts.ok) return parts;
  if (Buffer.byteLength(content) > maxWrittenBytes) return no(`it is larger than ${maxWrittenBytes} bytes`);
  const { work, now, worker, commission } = order;
  const name = basename(parts.value.at(-1) ?? "", ".md");
  const by = { name, date: new Date(now()).toISOString().slice(0, 10), worker, commission };
  const written = await replaceInside(work, {
    path: [folder, ...parts.value].join("/"),
    make: (before) => writtenDocument({ before, content, by }),
  });
  if (!written.ok) return written;
  return { ok: true, value: { path: parts.value.join("/"), bytes: written.value.bytes } };
}

/** Accepts a path relative to the work directory or to `.lore/`. */
function documentPath(path: string): InsideResult<string[]> {
  const parts = splitRelative(path);
  if (!parts.ok) return parts;
  const inFolder = parts.value[0] === folder ? parts.value.slice(1) : parts.value;
  if (inFolder.some(isHidden)) return no("a name in the path begins with a dot");
  if (!isMarkdown(inFolder.at(-1) ?? "")) return no("an artifact is a markdown file: its name ends in .md");
  return { ok: true, value: inFolder };
}

function isHidden(name: string): boolean {
  return name.startsWith(".");
}

function isMarkdown(name: string): boolean {
  return name.length > 3 && name.endsWith(".md");
}
