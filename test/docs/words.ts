// Counts the words that hide the subject of a sentence, in the comments of the code and in the documents.
// `node scripts/bun.js test/docs/words.ts` prints the counts.
import { Glob } from "bun";
import { readdirSync, readFileSync } from "node:fs";

export interface WordCount {
  /** nobody, whoever, somebody, anybody, everybody */
  pronouns: number;
  /** Comments, or paragraphs of a document, that open with What, Of, Who, Those, One, That or Where. */
  openings: number;
}

const pronoun = /\b(?:nobody|whoever|somebody|anybody|everybody)\b/gi;
const opening = /^(?:What|Of|Who|Those|One|That|Where)\b/;

/** The pages that people read, by directory. The root is "." here. */
const pages: Readonly<Record<string, string>> = {
  ".": "*.md",
  docs: "docs/*.md",
  "docs/decisions": "docs/decisions/*.md",
  "docs/guide": "docs/guide/*.md",
  "docs/internals": "docs/internals/*.md",
  examples: "examples/**/*.md",
};

/** Each floor of src/, and the other directories whose prose people read. */
export function places(): string[] {
  const floors = readdirSync("src").map((floor) => `src/${floor}`);
  const code = [...floors, "web", "guild-members", "scripts", "test/harness"];
  return [...code, ...Object.keys(pages)].toSorted();
}

export function countWords(place: string): WordCount {
  const page = pages[place];
  const texts = page === undefined ? codeOf(place) : filesOf(page).flatMap(paragraphsOf);
  return countIn(texts);
}

export function countIn(texts: readonly string[]): WordCount {
  return {
    pronouns: texts.reduce((sum, text) => sum + (text.match(pronoun) ?? []).length, 0),
    openings: texts.filter((text) => opening.test(text)).length,
  };
}

/** Returns each comment as one text: a block, a run of line comments, or the comment behind code on its line. */
export function commentsIn(source: string): string[] {
  const blocks = [...source.matchAll(/^[ \t]*\{?\/\*+([\s\S]*?)\*\//gm)].map(([, text = ""]) => text);
  const runs = [...source.matchAll(/(?:^[ \t]*\/\/.*\n?)+/gm)].map(([text]) => text);
  const behind = [...source.matchAll(/^[ \t]*[^\s/*].*?[ \t]\/\/ (.+)$/gm)].map(([, text = ""]) => text);
  return [...blocks, ...runs, ...behind].map((text) => text.replace(/^[ \t]*(?:\/\/|\*)/gm, "").trim());
}

function codeOf(place: string): string[] {
  return filesOf(`${place}/**/*.{ts,tsx,js}`).flatMap((source) => commentsIn(source));
}

/** Without code blocks; the mark of a list, a heading or a quotation is not part of a paragraph. */
function paragraphsOf(text: string): string[] {
  return text
    .replace(/^ *```[\s\S]*?^ *```/gm, "")
    .split("\n")
    .map((line) => line.replace(/^[\s>#*-]*(?:\d+\. )?/, ""));
}

function filesOf(pattern: string): string[] {
  const paths = [...new Glob(pattern).scanSync(".")].toSorted();
  return paths
    .filter((path) => !/node_modules|\/dist\//.test(path))
    .map((path) => readFileSync(path, "utf8"));
}

if (import.meta.main)
  for (const place of places()) console.log(`"${place}": ${JSON.stringify(countWords(place))}`);
