// Keeps values in the browser's storage, for this tab or for all. If storage is disabled or full, it holds them in
// memory for as long as the page is open.
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

/** Stores a value; `null` removes it. Returns whether the change survives a reload. */
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

/** Throws if the browser's storage is disabled. */
function storageOf(where: Where): Storage {
  return where === "session" ? sessionStorage : localStorage;
}
