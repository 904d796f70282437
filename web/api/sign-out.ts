// Signs this browser out: the hall forgets its key, and so does the browser.
import { call } from "./call.ts";
import { keepKey, readKey } from "./key-store.ts";
import { hallWasLost } from "./visit.ts";

/** Returns false if the hall could not be told and still knows the key. The browser forgets the key in any case. */
export async function signOut(): Promise<boolean> {
  const kept = await readKey();
  const isTold =
    kept === null ||
    (await call("pageForget", { params: { key: kept.key } }).then(
      () => true,
      () => false,
    ));
  await keepKey(null);
  hallWasLost();
  return isTold;
}
