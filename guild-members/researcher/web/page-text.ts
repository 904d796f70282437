// Extracts the text of a page. HTML is read in one pass without backtracking, so the time is linear in its length.

export interface PageWords {
  text: string;
  /**
   * True if an element, comment or tag never ends. The rest of the page is inside it, and is missing here.
   */
  cut: boolean;
}

/** Returns `null` if the page is not text. */
export function pageText(body: Uint8Array, contentType: string): PageWords | null {
  const [, kind = "text/html", charset = "utf-8"] =
    /^\s*([^;\s]*)(?:.*charset="?([\w-]+))?/is.exec(contentType) ?? [];
  if (kind !== "" && !/^text\/|[/+](?:json|xml|javascript|yaml)$/i.test(kind)) return null;
  const html = decode(body, charset);
  if (!/html|^$/i.test(kind)) return { text: html, cut: false };
  // Only XHTML has an XML declaration.
  return htmlText({ html, isXml: /xhtml/i.test(kind) || /^\s{0,200}<\?xml\s/i.test(html) });
}

function decode(body: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body); // unknown charset
  }
}

/** Elements whose content is not shown, each with its end tag. The page's title is extracted separately. */
const unseen: ReadonlyMap<string, RegExp> = new Map(
  ["script", "style", "noscript", "template", "svg", "math", "iframe", "title"].map((name) => [
    name,
    new RegExp(`</${name}(?=[\\s/>]|$)`, "g"),
  ]),
);
const lines =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|fieldset|figure|footer|form|h\d|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)$/;

export interface HtmlPage {
  html: string;
  /** True for XHTML, where a slash before the ">" closes any element. */
  isXml: boolean;
}

interface Scan extends HtmlPage {
  lower: string;
  title: string;
  cut: boolean;
  /**
   * The names of elements that have no end tag in the rest of the page, so that the rest is searched only
   * once for each.
   */
  endless: Set<string>;
}

export function htmlText(page: HtmlPage): PageWords {
  const { html } = page;
  const scan: Scan = { ...page, lower: html.toLowerCase(), title: "", cut: false, endless: new Set() };
  const out: string[] = [];
  for (let at = 0; at < html.length;) {
    const open = html.indexOf("<", at);
    out.push(open < 0 ? html.slice(at) : html.slice(at, open));
    if (open < 0) break;
    const tag = readTag(scan, open);
    if (lines.test(tag.name)) out.push("\n");
    if (tag.end === open + 1) out.push("<");
    at = tag.end;
  }
  const words = decodeEntities(out.join(""))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n")
    .trim();
  return { text: scan.title === "" ? words : `${scan.title}\n\n${words}`, cut: scan.cut };
}

/** Reads the tag, comment or declaration at this "<". If it is none of these, the "<" is text. */
function readTag(scan: Scan, open: number): { name: string; end: number } {
  const { lower } = scan;
  if (lower.startsWith("<!--", open)) return { name: "", end: after(scan, { word: "-->", from: open + 2 }) };
  const found = /^<(\/?)([a-z][a-z0-9]*)|^<[!?]/.exec(lower.slice(open, open + 20));
  if (found === null) return { name: "", end: open + 1 };
  const [start, slash, name = ""] = found;
  if (name === "") return { name, end: after(scan, { word: ">", from: open }) };
  const end = endOfTag(scan, open + start.length);
  return { name, end: slash === "" ? afterContent(scan, { name, end }) : end };
}

/** Returns the position after the word. If there is none, returns the end of the page and sets `cut`. */
function after(scan: Scan, { word, from }: { word: string; from: number }): number {
  const at = scan.lower.indexOf(word, from);
  if (at < 0) scan.cut = true;
  return at < 0 ? scan.lower.length : at + word.length;
}

/** Returns the position after the first ">" outside a quoted value. A quote opens a value only after "=". */
function endOfTag(scan: Scan, from: number): number {
  const { lower } = scan;
  for (let at = from, before = 0; at < lower.length; at += 1) {
    const code = lower.charCodeAt(at);
    if (code === 0x3e) return at + 1;
    if ((code === 0x22 || code === 0x27) && before === 0x3d) {
      at = lower.indexOf(lower.charAt(at), at + 1);
      if (at < 0) break;
    }
    if (code > 0x20) before = code;
  }
  scan.cut = true;
  return lower.length;
}

interface Opened {
  name: string;
  /** The position after the element's opening tag. */
  end: number;
}

/** Returns the position after the element's content if that is not shown, else the position after its opening tag. */
function afterContent(scan: Scan, { name, end }: Opened): number {
  const closing = unseen.get(name);
  if (closing === undefined || end >= scan.lower.length) return end;
  const isForeign = name === "svg" || name === "math"; // HTML lets only these close themselves
  const isClosed = closesItself(scan, end);
  if (isClosed && (scan.isXml || isForeign)) return end;
  const close = findClosing(scan, { name, closing, from: end });
  if (close !== null) {
    if (name === "title" && scan.title === "") scan.title = titleOf(scan.html.slice(end, close));
    return close;
  }
  // HTML ignores the slash of an element that closes itself, so a browser would show nothing from here on.
  // But if the rest of the page has no end tag, its author meant the slash. Continuing shows more than a
  // browser does, never less.
  if (isClosed || isForeign || name === "title") return end;
  scan.cut = true;
  return scan.lower.length;
}

interface Sought {
  name: string;
  closing: RegExp;
  from: number;
}

/** Returns `null` if there is no end tag. */
function findClosing(scan: Scan, { name, closing, from }: Sought): number | null {
  if (scan.endless.has(name)) return null;
  closing.lastIndex = from;
  const found = closing.exec(scan.lower);
  if (found === null) scan.endless.add(name);
  return found?.index ?? null;
}

/** Returns whether a tag ends with a slash that is not the end of a value without quotes. */
function closesItself({ lower }: Scan, end: number): boolean {
  if (lower[end - 2] !== "/") return false;
  const last = /\S*$/.exec(lower.slice(Math.max(0, end - 500), end - 1))?.[0] ?? "";
  return !last.includes("=") || /["']\/$/.test(last);
}

function titleOf(raw: string): string {
  return decodeEntities(raw.slice(0, 500)).replace(/\s+/g, " ").trim();
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  copy: "©",
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0x10_ffff ? whole : String.fromCodePoint(code);
  });
}
