// What a stranger who has the hall's port does with a page of its own on the hall's address.
import type { BrowserContext, JSHandle, Page, Request } from "playwright-core";

/** A service worker that goes on answering in the hall's place. */
export const strangeWorker = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const headers = { "content-type": "text/html" };
  event.respondWith(new Response("<!doctype html><title>Still mine</title>", { headers }));
});`;

interface Kept {
  key: string;
  privateKey: CryptoKey;
}

/** The browser's key, as any script on the hall's address can get hold of it. */
function keptIn(page: Page): Promise<JSHandle<Kept>> {
  return page.evaluateHandle(
    () =>
      new Promise<Kept>((resolve) => {
        const opening = indexedDB.open("guild-hall");
        opening.addEventListener("success", () => {
          const asked = opening.result.transaction("keys").objectStore("keys").get("this-browser");
          asked.addEventListener("success", () => resolve(asked.result as Kept));
        });
      }),
  );
}

export async function hasKey(page: Page): Promise<boolean> {
  return (await keptIn(page)).evaluate((kept: Partial<Kept> | undefined) => kept?.privateKey !== undefined);
}

export async function takeKey(page: Page): Promise<{ extractable: boolean; exported: string }> {
  return (await keptIn(page)).evaluate(async ({ privateKey }) => ({
    extractable: privateKey.extractable,
    exported: await crypto.subtle.exportKey("pkcs8", privateKey).then(
      () => "exported",
      (thrown: DOMException) => thrown.name,
    ),
  }));
}

async function sign(page: Page, lines: readonly string[]): Promise<string> {
  return (await keptIn(page)).evaluate(async ({ privateKey }, text) => {
    const scheme = { name: "ECDSA", hash: "SHA-256" };
    const signature = await crypto.subtle.sign(scheme, privateKey, new TextEncoder().encode(text));
    const encoded = btoa(String.fromCharCode(...new Uint8Array(signature)));
    return encoded.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }, lines.join("\n"));
}

/** The nonce of a visit that it begins at whatever answers. */
export async function beginVisit(page: Page): Promise<string> {
  const challenge = Buffer.alloc(32, 5).toString("base64url");
  const { port } = new URL(page.url());
  const key = await (await keptIn(page)).evaluate((kept) => kept.key);
  const signature = await sign(page, ["guild-hall page 1 visit", port, key, challenge]);
  return page.evaluate(async (body) => {
    const headers = { "content-type": "application/json" };
    const begun = await fetch("/api/v1/page/visits", { method: "POST", headers, body });
    return ((await begun.json()) as { nonce: string }).nonce;
  }, JSON.stringify({ key, challenge, signature }));
}

/** The proof for a `GET` of this path, as the page makes it. */
export async function signRead(page: Page, path: string, nonce: string): Promise<string> {
  const nothing = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU";
  const signature = await sign(page, ["guild-hall page 1 request", nonce, "1", "GET", path, nothing]);
  return `Signed ${nonce}.1.${nothing}.${signature}`;
}

/** A page says so, or stands before the gate. */
export function noticed(page: Page): Promise<void> {
  const gate = page.getByText("Run guild-hall open in a terminal");
  return page
    .getByText(/^(The hall has not answered for|Another program answers)/)
    .or(gate)
    .first()
    .waitFor();
}

/** From now on. */
export function countAsked(context: BrowserContext): { areAnswered(): boolean } {
  const open = new Set<Request>();
  let quietSince = performance.now();
  const isStream = (request: Request) => request.url().endsWith("/api/v1/events");
  context.on("request", (request) => {
    if (!isStream(request)) open.add(request);
    quietSince = performance.now();
  });
  const answered = (request: Request) => {
    open.delete(request);
    quietSince = performance.now();
  };
  context.on("requestfinished", answered);
  context.on("requestfailed", answered);
  return { areAnswered: () => open.size === 0 && performance.now() - quietSince > quietMs };
}

/** One answer leads to the next question. */
const quietMs = 500;
