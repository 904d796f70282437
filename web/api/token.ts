// The hall's token: taken from the fragment of the address once, kept for this tab alone, sent as a header.
import { keep, readKept } from "./kept.ts";

const key = "guild-hall-token";
const mark = "#token=";

/** Brought by a link, which anybody can make: it takes the place of a kept one when the hall has taken it. */
let tried: string | null = null;
/** A link brought one that is not the hall's, and nobody was told yet. */
let isLinkRefused = false;

/** Takes the token out of the address at once, so that no bookmark and no way back has it. */
export function takeTokenFromAddress(): void {
  if (!location.hash.startsWith(mark)) return;
  const given = tokenIn(location.hash);
  const isFirst = readToken() === null;
  if (given !== null && isFirst) keepToken(given);
  else tried = given;
  isLinkRefused = given === null && !isFirst;
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** A link that is followed where the page is open already changes the fragment, and loads nothing. */
export function watchAddress(): void {
  window.addEventListener("hashchange", () => {
    if (location.hash.startsWith(mark)) location.reload();
  });
}

/** null: there is none in it, or it was mangled on the way. */
export function tokenIn(hash: string): string | null {
  try {
    const given = decodeURIComponent(hash.slice(mark.length));
    return hash.startsWith(mark) && isToken(given) ? given : null;
  } catch {
    return null;
  }
}

/** What can be sent in a header at all. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text);
}

export function keepToken(token: string): void {
  keep("session", key, token);
}

export function readToken(): string | null {
  return tried ?? readKept("session", key);
}

export function tokenWasTaken(): void {
  if (tried !== null) keepToken(tried);
  tried = null;
}

/** True: there is the one from before to go on with. */
export function tokenWasRefused(): boolean {
  const wasTried = tried !== null;
  tried = null;
  isLinkRefused ||= wasTried;
  return wasTried;
}

/** True once: the link that led here brought a token that is not the hall's. */
export function takeRefusedLink(): boolean {
  const was = isLinkRefused;
  isLinkRefused = false;
  return was;
}
