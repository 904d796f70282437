// Turns markdown into HTML that still has to be sanitised (sanitise.ts). It omits nothing that a worker wrote.
import { Marked } from "marked";

/** The tags that are allowed on the page. */
export const tags: ReadonlySet<string> = new Set(
  (
    "a abbr b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q " +
    "s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var"
  ).split(" "),
);

/** Only absolute addresses: a worker's text must not link into the page. */
export const addresses = /^(?:https?|mailto):/i;

const marked = new Marked({
  gfm: true,
  breaks: false,
  renderer: {
    // A model reads comments, images and unused link definitions, which a page would hide. The reviewer must see them
    // too.
    html: ({ text }) => (isAllowed(text) && hasRoom(text) ? text : escaped(text)),
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(text || href)}</a>`,
    def: ({ raw, href }) => (addresses.test(href) ? "" : `<p>${escaped(raw)}</p>`),
  },
});

/** Returns `null` if the text is nested too deeply. A hostile text can take hours. */
export function parseMarkdown(text: string): string | null {
  htmlRoom = mostHtml;
  try {
    return marked.parse(text, { async: false });
  } catch {
    return null;
  }
}

/**
 * A browser takes minutes over some markup: beyond this many characters of HTML in one text, the rest is shown as text.
 */
const mostHtml = 20_000;
let htmlRoom = mostHtml;

function hasRoom(html: string): boolean {
  htmlRoom -= html.length;
  return htmlRoom >= 0;
}

/** Returns whether all tags in the HTML are allowed. */
function isAllowed(html: string): boolean {
  return html.split("<").every((piece, at) => {
    const name = /^\/?([a-z][a-z0-9]*)(?=[\s/>])/i.exec(piece)?.[1];
    return at === 0 || (name !== undefined && tags.has(name.toLowerCase()));
  });
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (found) => entities[found] ?? found);
}
