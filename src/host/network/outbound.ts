// Sends one request to the outside by an explicit route: proxy and extra CA come from the caller, never from the
// environment.
import { createTrustedRoots, type TrustedRoots } from "./trusted-roots.ts";

export interface Outgoing {
  url: string;
  method: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer> | null;
  /** `null` to connect directly. */
  proxy: string | null;
  /** A PEM file to trust besides the usual roots. */
  extraCaFile: string | null;
  signal: AbortSignal;
  /**
   * Leaves a compressed body compressed, because the size of the decompressed body cannot be limited here.
   */
  keepPacked?: true;
}

export type Send = (outgoing: Outgoing) => Promise<Response>;

export function createSend(): Send {
  const trusted = createTrustedRoots();
  return (outgoing) => send(trusted, outgoing);
}

async function send(trusted: TrustedRoots, outgoing: Outgoing): Promise<Response> {
  const ca = trusted(outgoing.extraCaFile);
  return fetch(outgoing.url, {
    method: outgoing.method,
    headers: outgoing.headers,
    body: outgoing.body,
    signal: outgoing.signal,
    redirect: "manual",
    // The caller has its own time limits; Bun's would end a long answer after five minutes.
    timeout: false,
    decompress: outgoing.keepPacked !== true,
    // `false` keeps Bun from looking for a proxy in the environment; null and "" do not.
    proxy: outgoing.proxy ?? false,
    ...(ca === undefined ? {} : { tls: { ca } }),
  } as RequestInit);
}

/** The error codes of Bun and the system for failures before a request is sent. */
const beforeSending =
  /^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|ERR_PROXY_TUNNEL|InvalidURL|ERR_INVALID_URL|.*CERT.*|.*TLS.*|.*SSL.*|UnsupportedProxyProtocol)$/;

/**
 * Returns true if a request that failed with this error cannot have reached its endpoint. After any other
 * error, it may have.
 */
export function neverArrived(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && beforeSending.test(code);
}
