// Converts the HTML of a page to plain markdown: headings, lists, links, tables and code, as far as a reader needs
// them.
import { decodeEntities } from "./html-entities.ts";
import { findAttribute, type HtmlSource, scanHtml } from "./html-scan.ts";

export interface HtmlPage extends HtmlSource {
  /** The URL against which relative links are resolved. */
  base: string;
  /** The length at which the text is cut. */
  maxCharacters: number;
}

interface Writer {
  page: HtmlPage;
  out: string[];
  length: number;
  /** Newlines and a space that are due before the next text. */
  breaks: 0 | 1 | 2;
  space: boolean;
  pre: boolean;
  lists: { ordered: boolean; count: number }[];
  /** The target of the open link, and the index in `out` at which its text begins. */
  link: { to: string; piece: number } | null;
  links: number;
  tags: number;
  cut: boolean;
  isFirstCell: boolean;
}

/** Resolving a link costs more than reading it, and no reader needs more links than this. */
const maxResolvedLinks = 5000;
const maxListDepth = 8;

/** The page is cut after this many tags. A five-megabyte page that is meant to be read has a tenth as many. */
const maxTags = 250_000;

export interface PlainText {
  text: string;
  /** True if there may have been more text. */
  cut: boolean;
}

export function htmlToText(page: HtmlPage): PlainText {
  const writer: Writer = {
    page,
    out: [],
    length: 0,
    breaks: 0,
    space: false,
    pre: false,
    lists: [],
    link: null,
    links: 0,
    tags: 0,
    cut: false,
    isFirstCell: true,
  };
  const isFull = () => writer.length >= page.maxCharacters || writer.tags >= maxTags;
  scanHtml(page, {
    text: (raw) => writeText(writer, decodeEntities(withinPage(writer, raw))),
    open: (name, attributes) => open(writer, name, attributes),
    close: (name) => close(writer, name),
    lost: () => void (writer.cut = true),
    isFull,
  });
  closeLink(writer);
  return { text: writer.out.join("").trim(), cut: writer.cut || isFull() };
}

function withinPage(writer: Writer, raw: string): string {
  if (raw.length <= writer.page.maxCharacters) return raw;
  writer.cut = true;
  return raw.slice(0, writer.page.maxCharacters);
}

function write(writer: Writer, text: string): void {
  writer.out.push(text);
  writer.length += text.length;
}

function lineBreak(writer: Writer, breaks: 1 | 2): void {
  if (writer.breaks < breaks) writer.breaks = breaks;
  writer.space = false;
}

/** Writes the white space that is due, then the text. */
function put(writer: Writer, text: string): void {
  if (writer.length > 0) {
    if (writer.breaks > 0) write(writer, writer.breaks === 1 ? "\n" : "\n\n");
    else if (writer.space) write(writer, " ");
  }
  writer.breaks = 0;
  writer.space = false;
  write(writer, text);
}

function writeText(writer: Writer, text: string): void {
  if (writer.pre) return put(writer, text);
  const words = text.replace(/[ \t\n\r\f]+/g, " ");
  if (words.startsWith(" ")) writer.space = true;
  const trimmed = words.trim();
  if (trimmed === "") return;
  put(writer, trimmed);
  writer.space = words.endsWith(" ");
}

const paragraphs = new Set([
  ..."address article aside blockquote details dl fieldset figure footer form header hgroup".split(" "),
  ..."main nav ol p section table ul title".split(" "),
]);
const lines = new Set(["div", "dt", "dd", "tr", "caption", "figcaption", "summary", "option", "legend"]);
const heading = /^h[1-6]$/;

function open(writer: Writer, name: string, attributes: string): void {
  writer.tags += 1;
  if (heading.test(name)) {
    lineBreak(writer, 2);
    return put(writer, `${"#".repeat(Number(name[1]))} `);
  }
  if (paragraphs.has(name)) lineBreak(writer, 2);
  else if (lines.has(name)) lineBreak(writer, 1);
  if (Object.hasOwn(openers, name)) openers[name]?.(writer, attributes);
}

const openers: Readonly<Record<string, (writer: Writer, attributes: string) => void>> = {
  a: openLink,
  br: (writer) => lineBreak(writer, 1),
  code: (writer) => (writer.pre ? undefined : put(writer, "`")),
  hr: (writer) => {
    lineBreak(writer, 2);
    put(writer, "---");
    lineBreak(writer, 2);
  },
  img: (writer, attributes) => {
    const alt = decodeEntities(findAttribute(attributes, "alt") ?? "").trim();
    if (alt !== "") put(writer, `[image: ${alt.slice(0, 500)}]`);
  },
  li: openItem,
  ol: (writer) => void writer.lists.push({ ordered: true, count: 0 }),
  ul: (writer) => void writer.lists.push({ ordered: false, count: 0 }),
  pre: (writer) => {
    lineBreak(writer, 2);
    put(writer, "```\n");
    writer.pre = true;
  },
  td: openCell,
  th: openCell,
  tr: (writer) => void (writer.isFirstCell = true),
};

function close(writer: Writer, name: string): void {
  writer.tags += 1;
  if (heading.test(name) || paragraphs.has(name)) lineBreak(writer, 2);
  else if (lines.has(name)) lineBreak(writer, 1);
  if (name === "a") closeLink(writer);
  if (name === "code" && !writer.pre) write(writer, "`");
  if (name === "ol" || name === "ul") writer.lists.pop();
  if (name === "pre" && writer.pre) {
    writer.pre = false;
    write(writer, "\n```");
    lineBreak(writer, 2);
  }
}

function openItem(writer: Writer): void {
  lineBreak(writer, 1);
  const list = writer.lists.at(-1);
  if (list) list.count += 1;
  const depth = Math.min(Math.max(writer.lists.length - 1, 0), maxListDepth);
  put(writer, `${"  ".repeat(depth)}${list?.ordered ? `${list.count}.` : "-"} `);
}

function openCell(writer: Writer): void {
  if (!writer.isFirstCell) put(writer, " | ");
  writer.isFirstCell = false;
}

function openLink(writer: Writer, attributes: string): void {
  closeLink(writer);
  const href = decodeEntities(findAttribute(attributes, "href") ?? "").trim();
  const to = linkTarget(writer, href);
  if (to === null) return;
  put(writer, "[");
  writer.link = { to, piece: writer.out.length };
}

/** Ends the open link. A link without text, such as one around a picture, leaves no output. */
function closeLink(writer: Writer): void {
  const { link } = writer;
  if (link === null) return;
  writer.link = null;
  if (writer.out.length === link.piece) writer.length -= writer.out.pop()?.length ?? 0;
  else write(writer, `](${link.to})`);
}

function linkTarget(writer: Writer, href: string): string | null {
  if (href === "" || href.startsWith("#") || href.length > 2048) return null;
  if (/^https?:/i.test(href)) return href.replace(/[\s()]/g, percent);
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return null;
  writer.links += 1;
  if (writer.links > maxResolvedLinks) return null;
  return URL.parse(href, writer.page.base)?.href ?? null;
}

/** Escapes white space and parentheses, because they would end the markdown link. */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
