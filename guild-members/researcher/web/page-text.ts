// The words of a page. HTML is read in one pass that never goes back, so its time follows the page's length.

/** null: it is not text. */
export function pageText(body: Uint8Array, contentType: string): string | null {
  const [, kind = "text/html", charset = "utf-8"] =
    /^\s*([^;\s]*)(?:.*charset="?([\w-]+))?/is.exec(contentType) ?? [];
  if (kind !== "" && !/^text\/|[/+](?:json|xml|javascript|yaml)$/i.test(kind)) return null;
  const text = decode(body, charset);
  return /html|^$/i.test(kind) ? htmlText(text) : text;
}

function decode(body: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body); // nobody knows this charset
  }
}

const unseen = ["script", "style", "noscript", "template", "svg", "head", "iframe"];
const lines =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|fieldset|figure|footer|form|h\d|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)$/;

export function htmlText(html: string): string {
  const lower = html.toLowerCase();
  const out: string[] = [];
  let title: string | undefined;
  for (let at = 0; at < html.length;) {
    const open = html.indexOf("<", at);
    out.push(open < 0 ? html.slice(at) : html.slice(at, open));
    if (open < 0) break;
    const tag = readTag(lower, open);
    if (tag.name === "head") title ??= titleIn({ html, lower }, open); // once: a page may have any number of heads
    if (lines.test(tag.name)) out.push("\n");
    if (tag.end === open + 1) out.push("<");
    at = tag.end;
  }
  const words = decodeEntities(out.join(""))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n")
    .trim();
  return !title ? words : `${title}\n\n${words}`;
}

/** What cannot be read as a tag is a word; what is not meant to be read ends where its end tag does, or never. */
function readTag(lower: string, open: number): { name: string; end: number } {
  if (lower.startsWith("<!--", open)) return { name: "", end: after(lower, { word: "-->", from: open }) };
  const name = /^<\/?([a-z][a-z0-9]*)|^<[!?]/.exec(lower.slice(open, open + 20));
  if (name === null) return { name: "", end: open + 1 };
  const own = name[1] ?? "";
  const isOpening = lower[open + 1] !== "/" && unseen.includes(own);
  const end = after(lower, {
    word: ">",
    from: isOpening ? after(lower, { word: `</${own}`, from: open }) : open,
  });
  return { name: own, end };
}

function after(text: string, { word, from }: { word: string; from: number }): number {
  const at = text.indexOf(word, from);
  return at < 0 ? text.length : at + word.length;
}

function titleIn({ html, lower }: { html: string; lower: string }, from: number): string {
  const open = after(lower, { word: "<title", from });
  const begin = after(lower, { word: ">", from: open });
  const end = lower.indexOf("</title", begin);
  return end < 0
    ? ""
    : decodeEntities(html.slice(begin, Math.min(end, begin + 500)))
        .replace(/\s+/g, " ")
        .trim();
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
