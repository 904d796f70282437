// An in-memory register of the browsers that a hall knows.
import { createHash } from "node:crypto";
import { type KnownBrowser, pageKeyId, type PageKeyId } from "../../src/contract/api/page-keys.ts";
import type { PageKeys } from "../../src/hall/http/page/page-keys.ts";
import { importPublicKey, newSigner } from "../../src/hall/http/page/signatures.ts";

export function createFakePageKeys(): PageKeys {
  const known = new Map<PageKeyId, KnownBrowser & { publicKey: string }>();
  return {
    problems: [],
    hall: newSigner(),
    list: () => [...known.values()],
    find: (key) => {
      const found = known.get(key);
      const publicKey = found && importPublicKey(found.publicKey);
      return found && publicKey ? { port: found.port, publicKey } : null;
    },
    add: (browser) => {
      if (importPublicKey(browser.publicKey) === null) return Promise.resolve(null);
      const hash = createHash("sha256").update(browser.publicKey).digest("hex");
      const key = pageKeyId.parse(hash.slice(0, 16));
      known.set(key, { ...browser, key, createdAt: "", seenAt: "" });
      return Promise.resolve(key);
    },
    notice: () => undefined,
    forget: (keys) => Promise.resolve(keys.filter((key) => known.delete(key))),
  };
}
