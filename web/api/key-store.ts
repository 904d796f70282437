// The key by which the hall knows this browser, kept for this address alone: all tabs have it, also after a restart.
// Where the browser keeps nothing, it is held for as long as the tab is open.

export interface KeptKey {
  key: string;
  privateKey: CryptoKey;
  /** By which the hall shows that it is the one that this browser came in at. */
  hallKey: string;
}

/** Stands in the key's place while what answers at the hall's address is not known to be the hall. */
interface PutAway {
  away: true;
}

const store = "keys";
const place = "this-browser";

let held: KeptKey | null = null;
let isAway = false;
/** Later reads wait for it. */
let writing: Promise<void> = Promise.resolve();

/** `null` if this browser has none, or put it away before this tab had it. */
export async function readKey(): Promise<KeptKey | null> {
  await writing;
  try {
    const found = await inStore<KeptKey | PutAway | undefined>("readonly", (keys) => keys.get(place));
    isAway = isAwayIn(found);
    if (!isAwayIn(found)) held = found ?? null;
  } catch {
    // It keeps nothing: what this tab has is all there is.
  }
  return held;
}

/** null: there is to be none any more. */
export function keepKey(key: KeptKey | null): Promise<void> {
  held = key;
  isAway = false;
  return write(key);
}

/**
 * Takes this key out of what the browser keeps; tabs that have it hold it until the hall is back. A page that another
 * program shows at the hall's address meanwhile finds none. Another key, with which another tab has come in since, stays.
 */
export function putKeyAway({ key }: KeptKey): Promise<void> {
  isAway = true;
  const put = inStore<KeptKey | PutAway | undefined>("readwrite", (keys) => {
    const asked: IDBRequest<KeptKey | PutAway | undefined> = keys.get(place);
    asked.addEventListener("success", () => {
      if (isKey(asked.result, key)) keys.put({ away: true }, place);
    });
    return asked;
  });
  return after(
    put.then((found) => {
      isAway = isKey(found, key) || isAwayIn(found);
    }),
  );
}

function isKey(found: KeptKey | PutAway | undefined, key: string): boolean {
  return found !== undefined && "key" in found && found.key === key;
}

function isAwayIn(found: KeptKey | PutAway | undefined): found is PutAway {
  return found !== undefined && "away" in found;
}

export function isKeyAway(): boolean {
  return isAway;
}

function write(value: KeptKey | null): Promise<void> {
  const put = inStore<unknown>("readwrite", (keys) => {
    const request: IDBRequest = value === null ? keys.delete(place) : keys.put(value, place);
    return request;
  });
  return after(put);
}

/** Later reads wait for it. Where the browser keeps nothing, nothing comes of it. */
function after(change: Promise<unknown>): Promise<void> {
  writing = change.then(
    () => undefined,
    () => undefined,
  );
  return writing;
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (keys: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    const change = database.transaction(store, mode);
    const request = ask(change.objectStore(store));
    await new Promise((resolve, reject) => {
      change.addEventListener("complete", resolve);
      change.addEventListener("abort", () => reject(change.error ?? new Error("It was not kept.")));
    });
    return request.result;
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("guild-hall", 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(store));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("Nothing is kept here.")));
  });
}
