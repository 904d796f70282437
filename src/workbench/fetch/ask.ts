// Sends one request for one page, to addresses that were checked. The request carries nothing that identifies the
// sender: no cookie, no credential, no referrer.
import type { CappedBody } from "../../host/network/collect-bytes.ts";
import type { Connection, Dial } from "../../host/network/dial.ts";
import type { PageTarget } from "../../base/network/page-url.ts";
import { createByteReader } from "./byte-reader.ts";
import { acceptedEncodings, readCapped } from "./read-capped.ts";
import { readBody, readHead, type ResponseHead } from "./response.ts";

export interface PageRequestDeps {
  dial: Dial;
  /** Returns the proxy for a URL. `null` means a direct connection. */
  proxyFor(url: string): string | null;
  extraCaFile: string | null;
}

export interface AskOrder {
  target: PageTarget;
  addresses: readonly string[];
  maxBytes: number;
  signal: AbortSignal;
}

export interface PageAnswer extends ResponseHead {
  /** Empty for a redirect. */
  body: CappedBody;
}

/** The same for every request and every installation. */
export const userAgent = "Mozilla/5.0 (compatible; guild-hall)";

export async function ask(deps: PageRequestDeps, order: AskOrder): Promise<PageAnswer> {
  const connection = await connect(deps, order);
  try {
    connection.send(requestFor(order.target));
    const reader = createByteReader(connection.chunks);
    const head = await readHead(reader);
    if (isRedirect(head)) return { ...head, body: { bytes: new Uint8Array(0), cut: false } };
    const encoding = head.headers.get("content-encoding");
    const body = await readCapped(readBody(reader, head), { encoding, maxBytes: order.maxBytes });
    return { ...head, body };
  } finally {
    connection.close();
  }
}

export function isRedirect({ status, headers }: ResponseHead): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headers.has("location");
}

const maxAddresses = 4;

/** Connects to the first reachable address. The caller has checked all of them. */
async function connect(deps: PageRequestDeps, { target, addresses, signal }: AskOrder): Promise<Connection> {
  const { url, host, port } = target;
  let last: unknown;
  for (const address of addresses.slice(0, maxAddresses)) {
    try {
      return await deps.dial({
        address,
        port,
        secureFor: url.protocol === "https:" ? host : null,
        extraCaFile: deps.extraCaFile,
        proxy: deps.proxyFor(url.href),
        signal,
      });
    } catch (error) {
      last = error;
      if (signal.aborted) break;
    }
  }
  throw last;
}

function requestFor({ url }: PageTarget): string {
  const head = [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    `User-Agent: ${userAgent}`,
    "Accept: text/html, application/xhtml+xml, text/*;q=0.9, */*;q=0.5",
    `Accept-Encoding: ${acceptedEncodings}`,
    "Connection: close",
  ];
  if (head.some((line) => !/^[\x20-\x7e]*$/.test(line))) throw new Error("its URL cannot be sent");
  return `${head.join("\r\n")}\r\n\r\n`;
}
