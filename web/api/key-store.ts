// Keeps the key by which the hall knows this browser, for this origin only. All tabs share the key, even after a
// restart of the browser. If storage is disabled, the tab holds the key in memory.

export interface KeptKey {
  key: string;
  privateKey: CryptoKey;
  /** The hall's public key, with which it proves that it is the hall this browser signed in to. */
  hallKey: string;
}

/** Stored in place of the key while the program at the hall's address is not proven to be the hall. */
interface PutAway {
  away: true;
}

const store = "keys";
const place = "this-browser";

let held: KeptKey | null = null;
let isAway = false;
/** The last write; later reads wait for it. */
let writing: Promise<void> = Promise.resolve();

/** Returns `null` if this browser has no key, or if the key was put away before this tab had read it. */
export async function readKey(): Promise<KeptKey | null> {
  await writing;
  try {
    const found = await inStore<KeptKey | PutAway | undefined>("readonly", (keys) => keys.get(place));
    isAway = isAwayIn(found);
    if (!isAwayIn(found)) held = found ?? null;
  } catch {
    // Storage is disabled: this tab's own copy is the only one.
  }
  return held;
}

/** Stores the key; `null` deletes it. */
export function keepKey(key: KeptKey | null): Promise<void> {
  held = key;
  isAway = false;
  return write(key);
}

/**
 * Removes this key from storage; tabs that have it hold it in memory until the hall is back. A page that another
 * program serves at the hall's address meanwhile finds no key. A different key, from a later sign-in in another tab,
 * stays.
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

/** Makes later reads wait for the change. Ignores a failed change, since storage may be disabled. */
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
