// Fetches a page and follows redirects. Each redirect is an untrusted URL and is checked like the first.
import { isIP } from "node:net";
import { exchange, type HttpAnswer } from "./exchange.ts";

export interface FetchPageDeps {
  /** Returns every address of a name. */
  resolve(name: string): Promise<readonly string[]>;
  isPublic(address: string): boolean;
}

export interface WebPage extends HttpAnswer {
  url: string;
}

export const pageLimits = { redirects: 5, bytes: 2_000_000, timeMs: 30_000, urlCharacters: 4096 };

export interface WebPageOrder {
  url: string;
  signal: AbortSignal;
}

/** Fetches a page. Throws, with a reason for the model, if the page cannot be fetched. */
export async function fetchPage(deps: FetchPageDeps, order: WebPageOrder): Promise<WebPage> {
  const signal = AbortSignal.any([order.signal, AbortSignal.timeout(pageLimits.timeMs)]);
  let text = order.url;
  let base: string | undefined;
  for (let redirects = 0; redirects <= pageLimits.redirects; redirects += 1) {
    const target = await unlessAborted(signal, checkTarget(deps, { text, base }));
    const answer = await exchange({ ...target, maxBytes: pageLimits.bytes, signal });
    const location = answer.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(answer.status) || !location)
      return { ...answer, url: target.url.href };
    text = location;
    base = target.url.href;
  }
  throw new Error(`it was redirected more than ${pageLimits.redirects} times`);
}

interface Named {
  text: string;
  /** The base of a relative URL. */
  base: string | undefined;
}

interface Target {
  url: URL;
  host: string;
  address: string;
}

async function checkTarget(deps: FetchPageDeps, { text, base }: Named): Promise<Target> {
  const url = text.length > pageLimits.urlCharacters ? null : URL.parse(text, base);
  if (url === null) throw new Error("the URL is not complete; expected one such as https://example.org/page");
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new Error("only http and https are fetched");
  if (url.username !== "" || url.password !== "") throw new Error("a URL with a user name is not fetched");
  if (!isPagePort(url)) throw new Error(`pages on port ${url.port} are not fetched`);
  url.hash = "";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const addresses = isIP(host) === 0 ? await deps.resolve(host).catch(() => []) : [host];
  const [address] = addresses;
  if (address === undefined) throw new Error(`${host} has no address`);
  // A single private address is enough to refuse: another lookup of the same name could pick it.
  if (!addresses.every((one) => deps.isPublic(one))) throw new Error(`${host} is not on the public internet`);
  return { url, host, address };
}

/**
 * Returns whether pages may be fetched from this port. Other ports below 1024 serve other protocols, which could
 * misread a request.
 */
function isPagePort({ port }: URL): boolean {
  return port === "" || port === "80" || port === "443" || Number(port) >= 1024;
}

/** Rejects when the signal fires, because a DNS lookup may be slow and cannot be aborted. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Error("it took too long"));
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    work.finally(() => signal.removeEventListener("abort", leave)).then(resolve, reject);
  });
}
