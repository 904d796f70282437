// Finds the frontmatter of a markdown document, and adds a small one to a new document. Existing frontmatter
// is kept byte for byte, because its author chose its order, its quotes and its line endings.
import { isMap, parseDocument, stringify } from "yaml";
import { tooMuchToParse } from "../data/script-size.ts";

/**
 * Matched against latin1, in which one character is one byte, so that an index in the text is an offset in the file.
 */
const block = /^(?:\xef\xbb\xbf)?---[ \t]*\r?\n((?:[^]*?\n)?)---[ \t]*(?:\r?\n|$)/;

/** Returns the length of the frontmatter in bytes, with its closing line; 0 if there is none. */
export function frontmatterLength(bytes: Buffer): number {
  return block.exec(bytes.toString("latin1"))?.[0].length ?? 0;
}

const maxTitleCharacters = 200;
/** A longer title line is ignored, because parsing blocks the event loop and many titles are read in a row. */
const maxLineBytes = 500;

/**
 * Returns the title. `undefined` if there is none, or if it is not a short text on one line. Only that line is parsed,
 * because the other lines need not be valid YAML.
 */
export function frontmatterTitle(bytes: Buffer): string | undefined {
  const inner = block.exec(bytes.toString("latin1"))?.[1] ?? "";
  const line = /^title:.*$/m.exec(inner)?.[0] ?? "";
  const text = Buffer.from(line, "latin1").toString("utf8");
  if (line === "" || line.length > maxLineBytes || tooMuchToParse(text) !== null) return undefined;
  const { contents, errors } = parseDocument(text, { logLevel: "silent", prettyErrors: false });
  const title: unknown = errors.length === 0 && isMap(contents) ? contents.get("title") : undefined;
  return typeof title === "string" ? title.slice(0, maxTitleCharacters) : undefined;
}

export interface Authorship {
  /** The name of the file without its extension. */
  name: string;
  date: string;
  worker: string;
  commission: string;
}

export interface Writing {
  /** The document as it is now; `null` if it does not exist yet. */
  before: Buffer | null;
  content: string;
  by: Authorship;
}

/**
 * Returns the document to write. Content with frontmatter is the whole document. Otherwise it is the body: existing
 * frontmatter stays as it is, and a new document gets a small one.
 */
export function writtenDocument({ before, content, by }: Writing): Buffer {
  const bytes = Buffer.from(content);
  if (frontmatterLength(bytes) > 0) return bytes;
  return Buffer.concat([before === null ? newFrontmatter(content, by) : keptFrontmatter(before), bytes]);
}

function keptFrontmatter(before: Buffer): Buffer {
  const kept = before.subarray(0, frontmatterLength(before));
  if (kept.length === 0 || kept.at(-1) === 0x0a) return kept;
  return Buffer.concat([kept, Buffer.from(kept.includes("\r\n") ? "\r\n" : "\n")]); // it ended without a newline
}

function newFrontmatter(content: string, { name, date, worker, commission }: Authorship): Buffer {
  const title = firstHeading(content) ?? name;
  return Buffer.from(`---\n${stringify({ title, date, worker, commission }, { lineWidth: 0 })}---\n\n`);
}

const searchedCharacters = 20_000;

function firstHeading(content: string): string | undefined {
  for (const line of content.slice(0, searchedCharacters).split("\n")) {
    const heading = /^ {0,3}#{1,6}[ \t]+(.*)/.exec(line.slice(0, maxTitleCharacters))?.[1];
    const title = heading?.replace(/[ \t]#+[ \t\r]*$/, "").trim();
    if (title) return title;
  }
  return undefined;
}
