// HTML that may be put on the page: what is not on the list of what is allowed is gone, and nothing is there without
// being seen.
import DOMPurify from "dompurify";
import { plain } from "../../words/plain.ts";
import { addresses, tags } from "./parse-markdown.ts";

const allowed = {
  ALLOWED_TAGS: [...tags],
  ALLOWED_ATTR: ["href", "title", "align", "start", "colspan", "rowspan", "open", "class", "lang"],
  ALLOWED_URI_REGEXP: addresses,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Its own, so that its hooks are nobody else's. */
const purifier = DOMPurify(window);
purifier.addHook("beforeSanitizeElements", (node) => {
  // What was spelt as an entity is the character itself only now.
  if (node.nodeType === Node.TEXT_NODE) node.nodeValue = plain(node.nodeValue ?? "");
});
purifier.addHook("afterSanitizeAttributes", (node) => {
  keepLanguage(node);
  if (node.tagName === "A") return leadOut(node);
  const title = node.getAttribute("title");
  if (title !== null) node.setAttribute("title", plain(title));
});

/** Where it goes is to be seen before the click, as the browser takes it: its words may lie, and a title of its own may, too. */
function leadOut(link: Element): void {
  const to = URL.parse(link.getAttribute("href") ?? "", location.href)?.href;
  if (!link.hasAttribute("href") || to === undefined) {
    link.removeAttribute("href");
    return link.removeAttribute("title");
  }
  link.setAttribute("href", to);
  link.setAttribute("title", to);
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer nofollow");
}

/** A class says what code is written in, and nothing else: no worker's words may look like the page's own. */
function keepLanguage(node: Element): void {
  const language = node.tagName === "CODE" && /^language-[\w+#.-]{1,40}$/.test(node.className);
  if (!language) node.removeAttribute("class");
}

export function sanitise(html: string): string {
  return purifier.sanitize(html, { ...allowed, RETURN_TRUSTED_TYPE: true }) as unknown as string;
}
