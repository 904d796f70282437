// What a link brings in the fragment of the address: a code of `guild-hall open`, good once. It is taken out at once, so
// that no bookmark and no way back has it.
import { withoutAfresh } from "../../src/rules/network/page-link.ts";
import { keep } from "./kept.ts";

export interface Code {
  /** Is no secret. */
  id: string;
  /** Never leaves the browser: it and the hall each prove that they have it. */
  secret: string;
}

const mark = "#code=";
/** What links of earlier releases brought: the hall's token itself. It is never used, and sent nowhere. */
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

/** A link that is followed where the page is open already changes the fragment, and loads nothing. */
export function watchAddress(): void {
  window.addEventListener("hashchange", () => {
    if (isLink(location.hash)) location.reload();
  });
}

function isLink(hash: string): boolean {
  return hash.startsWith(mark) || hash.startsWith(oldMark);
}

/** `null` if there is none in it, or it was mangled on the way. */
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

/** Whether the link that led here is of an earlier release. */
export function isOldLink(): boolean {
  return isOld;
}

/** True once. */
export function takeOldLink(): boolean {
  const was = isOld;
  isOld = false;
  return was;
}
