// Scans HTML and reports text, opening tags and closing tags. It builds no tree and never backtracks, so its time is
// proportional to the size of the page, whatever the page contains.

export interface HtmlListener {
  text(raw: string): void;
  /** `attributes` is the text between the name and the end of the tag. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** Called when the rest of the page is not read, because it is inside something that never ends. */
  lost(): void;
  /** Returns true if the scan can stop. */
  isFull(): boolean;
}

export interface HtmlSource {
  html: string;
  /** True for XHTML, where a slash before the ">" closes any element. */
  isXml: boolean;
}

/**
 * `skipped` elements have content that is not for readers; `verbatim` elements have content that is text and
 * not markup. Each name maps to the pattern of its end tag.
 */
const skipped = closings(["script", "style", "iframe", "noembed", "noframes", "template", "svg", "math"]);
const verbatim = closings(["title", "textarea", "xmp"]);
/** Elements that embed XML languages. In HTML only these may close themselves, and their content is markup. */
const foreign = new Set(["svg", "math"]);

function closings(names: readonly string[]): ReadonlyMap<string, RegExp> {
  return new Map(names.map((name) => [name, new RegExp(`</${name}(?=[\\s/>]|$)`, "gi")]));
}

interface Scan extends HtmlSource {
  listener: HtmlListener;
  /** Names of elements that have no end tag from here on, so that the page is not searched again for each of them. */
  endless: Set<string>;
}

export function scanHtml(source: HtmlSource, listener: HtmlListener): void {
  const scan: Scan = { ...source, listener, endless: new Set() };
  const { html } = source;
  let at = 0;
  while (at < html.length && !listener.isFull()) {
    const next = html.indexOf("<", at);
    if (next === -1) return listener.text(html.slice(at));
    if (next > at) listener.text(html.slice(at, next));
    at = scanMarkup(scan, next);
  }
}

/** Handles the markup at a "<" and returns where the text continues. */
function scanMarkup(scan: Scan, start: number): number {
  const { html, listener } = scan;
  const second = html.charCodeAt(start + 1);
  if (second === 0x21 || second === 0x3f) return afterDeclaration(scan, start);
  const isClosing = second === 0x2f;
  const nameStart = start + (isClosing ? 2 : 1);
  if (!isLetter(html.charCodeAt(nameStart))) {
    listener.text("<");
    return start + 1;
  }
  const nameEnd = endOfName(html, nameStart);
  const name = html.slice(nameStart, Math.min(nameEnd, nameStart + 40)).toLowerCase();
  const end = endOfTag(html, nameEnd);
  if (end === html.length) listener.lost();
  const attributes = html.slice(nameEnd, end);
  if (isClosing) listener.close(name);
  else listener.open(name, attributes);
  return isClosing ? end + 1 : afterContent(scan, { name, attributes, start: end + 1 });
}

interface Opened {
  name: string;
  attributes: string;
  /** The index at which the element's content begins. */
  start: number;
}

/**
 * Skips content that is not for readers, and reports content that is not markup as text. Returns where the scan
 * continues.
 */
function afterContent(scan: Scan, opened: Opened): number {
  const { html, listener } = scan;
  const { name, start } = opened;
  const closing = verbatim.get(name) ?? skipped.get(name);
  if (closing === undefined || start >= html.length) return start;
  const end = endOfContent(scan, { ...opened, closing });
  if (verbatim.has(name)) listener.text(html.slice(start, end ?? html.length));
  else if (end === null) listener.lost();
  return end ?? html.length;
}

/** Returns where the content ends. `null` if it never does. */
function endOfContent(scan: Scan, opened: Opened & { closing: RegExp }): number | null {
  const { name, attributes, start } = opened;
  const isClosed = closesItself(attributes);
  const isForeign = foreign.has(name);
  if (isClosed && (scan.isXml || isForeign)) return start;
  const end = findClosing(scan, opened);
  if (end !== null) return end;
  // HTML ignores the slash, so a browser would show nothing from here on. But if the rest of the page has no
  // end tag, the author meant the slash to close the element. Continuing shows more than a browser does,
  // never less.
  return isClosed || isForeign ? start : null;
}

function findClosing(scan: Scan, { name, start, closing }: Opened & { closing: RegExp }): number | null {
  if (scan.endless.has(name)) return null;
  closing.lastIndex = start;
  const found = closing.exec(scan.html);
  if (found === null) scan.endless.add(name);
  return found?.index ?? null;
}

/** Returns true if a tag ends with a slash that is not part of an unquoted value. */
function closesItself(attributes: string): boolean {
  if (!attributes.endsWith("/")) return false;
  const last = /\S*$/.exec(attributes.slice(-maxLastAttribute))?.[0] ?? "";
  return !last.includes("=") || /["']\/$/.test(last);
}

const maxLastAttribute = 500;

function afterDeclaration({ html, listener }: Scan, start: number): number {
  const isComment = html.startsWith("<!--", start);
  const end = isComment ? html.indexOf("-->", start + 2) : html.indexOf(">", start);
  if (end === -1) listener.lost();
  return end === -1 ? html.length : end + (isComment ? 3 : 1);
}

function endOfName(html: string, start: number): number {
  let at = start;
  while (at < html.length && !isNameEnd(html.charCodeAt(at))) at += 1;
  return at;
}

/** Finds the ">" that is not inside a quoted value. */
function endOfTag(html: string, start: number): number {
  let at = start;
  let before = 0;
  while (at < html.length) {
    const code = html.charCodeAt(at);
    if (code === 0x3e) return at;
    // A quote opens a value only after "=".
    if ((code === 0x22 || code === 0x27) && before === 0x3d) {
      const end = html.indexOf(code === 0x22 ? '"' : "'", at + 1);
      if (end === -1) return html.length;
      at = end;
    }
    if (!isSpace(code)) before = code;
    at += 1;
  }
  return at;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isNameEnd(code: number): boolean {
  return code === 0x3e || code === 0x2f || isSpace(code);
}

/** Returns the value of an attribute as it is written. `undefined` if it is absent. */
export function findAttribute(attributes: string, wanted: string): string | undefined {
  const one = /([^\s=/"'>]{1,100})(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/g;
  for (const [, name, double, single, bare] of attributes.slice(0, maxAttributes).matchAll(one))
    if (name?.toLowerCase() === wanted) return double ?? single ?? bare ?? "";
  return undefined;
}

const maxAttributes = 8192;
