// The key by which the hall knows this browser, kept for this address alone: all tabs have it, also after a restart.
// Where the browser keeps nothing, it is held for as long as the tab is open.

export interface KeptKey {
  key: string;
  privateKey: CryptoKey;
  /** By which the hall shows that it is the one that this browser came in at. */
  hallKey: string;
}

const store = "keys";
const place = "this-browser";

let held: KeptKey | null = null;
/** Whoever reads waits for it. */
let writing: Promise<void> = Promise.resolve();

/** `null` if this browser has none. */
export async function readKey(): Promise<KeptKey | null> {
  await writing;
  try {
    return (await inStore("readonly", (keys) => keys.get(place) as IDBRequest<KeptKey | undefined>)) ?? null;
  } catch {
    return held;
  }
}

/** null: there is to be none any more. */
export function keepKey(key: KeptKey | null): Promise<void> {
  held = key;
  const put = inStore<unknown>("readwrite", (keys) => {
    const request: IDBRequest = key === null ? keys.delete(place) : keys.put(key, place);
    return request;
  });
  writing = put.then(
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
