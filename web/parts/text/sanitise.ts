// Makes HTML safe for the page: removes everything that is not on the allowlist, and leaves nothing invisible.
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

/** A separate instance, so that the hooks below affect no other use of DOMPurify. */
const purifier = DOMPurify(window);
purifier.addHook("beforeSanitizeElements", (node) => {
  // Entities are decoded only by now, so an invisible character that was written as one becomes visible here.
  if (node.nodeType === Node.TEXT_NODE) node.nodeValue = plain(node.nodeValue ?? "");
});
purifier.addHook("afterSanitizeAttributes", (node) => {
  keepLanguage(node);
  if (node.tagName === "A") return leadOut(node);
  const title = node.getAttribute("title");
  if (title !== null) node.setAttribute("title", plain(title));
});

/**
 * Shows the link's real target before the click, as the browser resolves it: the link's text and its own title may lie.
 */
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

/** Keeps only the class that names a code block's language: a worker's text must not look like the page's own. */
function keepLanguage(node: Element): void {
  const language = node.tagName === "CODE" && /^language-[\w+#.-]{1,40}$/.test(node.className);
  if (!language) node.removeAttribute("class");
}

export function sanitise(html: string): string {
  return purifier.sanitize(html, { ...allowed, RETURN_TRUSTED_TYPE: true }) as unknown as string;
}
