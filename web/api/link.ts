// Reads the one-time code of `guild-hall open` from the address's fragment and removes it from the address at once, so
// that neither a bookmark nor the browser's history has it.
import { withoutAfresh } from "../../src/rules/network/page-link.ts";
import { keep } from "./kept.ts";

export interface Code {
  /** The code's name, which is not a secret. */
  id: string;
  /** Never leaves the browser: the browser and the hall each prove that they know the secret. */
  secret: string;
}

const mark = "#code=";
/** Links of earlier releases carried the hall's token itself. The page never uses or sends that token. */
const oldMark = "#token=";
const oldKey = "guild-hall-token";

let code: Code | null = null;
let isOld = false;

export function takeLinkFromAddress(): void {
  keep("session", oldKey, null);
  const { hash, pathname, search } = location;
  const plain = withoutAfresh(search);
  if (!isLink(hash) && plain === search) return;
  code = codeIn(hash);
  isOld = hash.startsWith(oldMark);
  history.replaceState(history.state, "", pathname + plain);
}

/**
 * Reloads the page when a sign-in link changes only the fragment of its address, because the browser then
 * loads nothing.
 */
export function watchAddress(): void {
  window.addEventListener("hashchange", () => {
    if (isLink(location.hash)) location.reload();
  });
}

function isLink(hash: string): boolean {
  return hash.startsWith(mark) || hash.startsWith(oldMark);
}

/** Returns `null` if the link has no code or was mangled. */
export function codeIn(link: string): Code | null {
  const [, id, secret] = /(?:^|#code=)([\w-]{11})\.([\w-]{43})$/.exec(link.trim()) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

export function linkedCode(): Code | null {
  return code;
}

export function codeWasUsed(): void {
  code = null;
}

/** Returns whether the link that led here is from an earlier release. */
export function isOldLink(): boolean {
  return isOld;
}

/** Returns whether the link that led here is from an earlier release, but true only once. */
export function takeOldLink(): boolean {
  const was = isOld;
  isOld = false;
  return was;
}
