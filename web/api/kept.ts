// What the browser keeps for the page, in this tab or for all. Where it keeps nothing, or is full, it is held for as long
// as the page is open: nobody loses a word over it.
type Where = "session" | "local";

const held = new Map<string, string | null>();

export function readKept(where: Where, key: string): string | null {
  const own = held.get(`${where} ${key}`);
  if (own !== undefined) return own;
  try {
    return storageOf(where).getItem(key);
  } catch {
    return null;
  }
}

/** Says whether it is there after a reload. null: nothing is to be kept any more. */
export function keep(where: Where, key: string, value: string | null): boolean {
  try {
    if (value === null) storageOf(where).removeItem(key);
    else storageOf(where).setItem(key, value);
    held.delete(`${where} ${key}`);
    return true;
  } catch {
    held.set(`${where} ${key}`, value);
    return false;
  }
}

/** A browser that is told to keep nothing throws here already. */
function storageOf(where: Where): Storage {
  return where === "session" ? sessionStorage : localStorage;
}
