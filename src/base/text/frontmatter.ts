// The head of a markdown document between two lines of dashes. It is told apart byte for byte, and never written anew:
// whoever wrote it chose its order, its quotes and its line ends.
import { isMap, parseDocument, stringify } from "yaml";
import { tooMuchToParse } from "../data/script-size.ts";

/** Bytes as characters of the same number, so that a place in the text is a place in the file. */
const block = /^(?:\xef\xbb\xbf)?---[ \t]*\r?\n((?:[^]*?\n)?)---[ \t]*(?:\r?\n|$)/;

/** How many bytes of it there are, with its closing line; 0: it has none. */
export function frontmatterLength(bytes: Buffer): number {
  return block.exec(bytes.toString("latin1"))?.[0].length ?? 0;
}

const maxTitleCharacters = 200;
/** Some are read at once, and each is parsed while everybody else waits. */
const maxLineBytes = 500;

/** undefined where it names none on one line. Only that line is parsed: what stands around it may be anything. */
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
  /** Of the file, without its ending. */
  name: string;
  date: string;
  worker: string;
  commission: string;
}

export interface Writing {
  /** What is there; null: nothing. */
  before: Buffer | null;
  content: string;
  by: Authorship;
}

/**
 * Content with frontmatter is the whole document. Without it is the body: the frontmatter that is there stays as it is,
 * and a new document gets a small one.
 */
export function writtenDocument({ before, content, by }: Writing): Buffer {
  const bytes = Buffer.from(content);
  if (frontmatterLength(bytes) > 0) return bytes;
  return Buffer.concat([before === null ? newFrontmatter(content, by) : keptFrontmatter(before), bytes]);
}

function keptFrontmatter(before: Buffer): Buffer {
  const kept = before.subarray(0, frontmatterLength(before));
  if (kept.length === 0 || kept.at(-1) === 0x0a) return kept;
  return Buffer.concat([kept, Buffer.from(kept.includes("\r\n") ? "\r\n" : "\n")]); // it ended with its last dash
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
