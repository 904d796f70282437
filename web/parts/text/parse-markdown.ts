// Markdown to HTML that is not yet fit for the page: see sanitise.ts. Nothing that a worker wrote is left out of it.
import { Marked } from "marked";

/** What may stand on the page. */
export const tags: ReadonlySet<string> = new Set(
  (
    "a abbr b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q " +
    "s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var"
  ).split(" "),
);

/** No place in the page is anybody's to lead to: what is written has no names of its own. */
export const addresses = /^(?:https?|mailto):/i;

const marked = new Marked({
  gfm: true,
  breaks: false,
  renderer: {
    // A model reads what a page would leave out: a comment, a picture, what stands behind a name that nothing refers to.
    // So does whoever reviews it.
    html: ({ text }) => (isAllowed(text) && hasRoom(text) ? text : escaped(text)),
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(text || href)}</a>`,
    def: ({ raw, href }) => (addresses.test(href) ? "" : `<p>${escaped(raw)}</p>`),
  },
});

/** null: it is nested too deep. A text can be made so that it takes hours. */
export function parseMarkdown(text: string): string | null {
  htmlRoom = mostHtml;
  try {
    return marked.parse(text, { async: false });
  } catch {
    return null;
  }
}

/** A browser takes minutes over some markup: what is beyond this many characters of it in one text stands there as words. */
const mostHtml = 20_000;
let htmlRoom = mostHtml;

function hasRoom(html: string): boolean {
  htmlRoom -= html.length;
  return htmlRoom >= 0;
}

/** Whether all tags in it may stay. */
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
