// Scans HTML and reports text, opening tags and closing tags. It builds no tree and never backtracks, so its time is
// proportional to the size of the page, whatever the page contains.

export interface HtmlListener {
  text(raw: string): void;
  /** `attributes` is the text between the name and the end of the tag. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** Returns true to stop the scan. */
  isFull(): boolean;
}

/**
 * Elements whose content is not text for readers, and elements whose content is not markup; each with its closing
 * pattern.
 */
const skipped = closings(["script", "style", "iframe", "noembed", "noframes", "template", "svg", "math"]);
const verbatim = closings(["title", "textarea", "xmp"]);

function closings(names: readonly string[]): ReadonlyMap<string, RegExp> {
  return new Map(names.map((name) => [name, new RegExp(`</${name}`, "gi")]));
}

export function scanHtml(html: string, listener: HtmlListener): void {
  let at = 0;
  while (at < html.length && !listener.isFull()) {
    const next = html.indexOf("<", at);
    if (next === -1) return listener.text(html.slice(at));
    if (next > at) listener.text(html.slice(at, next));
    at = scanMarkup(html, next, listener);
  }
}

/** Handles the markup at a "<" and returns where the text continues. */
function scanMarkup(html: string, start: number, listener: HtmlListener): number {
  const second = html.charCodeAt(start + 1);
  if (second === 0x21 || second === 0x3f) return afterDeclaration(html, start);
  const isClosing = second === 0x2f;
  const nameStart = start + (isClosing ? 2 : 1);
  if (!isLetter(html.charCodeAt(nameStart))) {
    listener.text("<");
    return start + 1;
  }
  const nameEnd = endOfName(html, nameStart);
  const name = html.slice(nameStart, Math.min(nameEnd, nameStart + 40)).toLowerCase();
  const end = endOfTag(html, nameEnd);
  if (isClosing) listener.close(name);
  else listener.open(name, html.slice(nameEnd, end));
  if (isClosing) return end + 1;
  const raw = verbatim.get(name);
  const after = afterContent(html, end + 1, raw ?? skipped.get(name));
  if (raw) listener.text(html.slice(end + 1, after));
  return after;
}

/** Returns where the closing tag begins, or the end of the page if there is none. */
function afterContent(html: string, start: number, closing: RegExp | undefined): number {
  if (closing === undefined) return start;
  closing.lastIndex = start;
  return closing.exec(html)?.index ?? html.length;
}

function afterDeclaration(html: string, start: number): number {
  const isComment = html.startsWith("<!--", start);
  const end = isComment ? html.indexOf("-->", start + 2) : html.indexOf(">", start);
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
