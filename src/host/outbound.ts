// One request to the outside, by an explicit route: proxy and extra CA come from the caller, never from
// the environment.
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";

export interface Outgoing {
  url: string;
  method: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer> | null;
  /** null: connect directly. */
  proxy: string | null;
  /** A PEM file to trust besides the usual roots. */
  extraCaFile: string | null;
  signal: AbortSignal;
}

export type Send = (outgoing: Outgoing) => Promise<Response>;

export function createSend(): Send {
  const trusted = new Map<string, string[]>();
  return (outgoing) => send(trusted, outgoing);
}

async function send(trusted: Map<string, string[]>, outgoing: Outgoing): Promise<Response> {
  return fetch(outgoing.url, {
    method: outgoing.method,
    headers: outgoing.headers,
    body: outgoing.body,
    signal: outgoing.signal,
    redirect: "manual",
    // The caller has its own time limits; Bun's would end a long answer after five minutes.
    timeout: false,
    // `false` keeps Bun from looking for a proxy in the environment; null and "" do not.
    proxy: outgoing.proxy ?? false,
    ...(outgoing.extraCaFile === null ? {} : { tls: { ca: trustedWith(trusted, outgoing.extraCaFile) } }),
  } as RequestInit);
}

function trustedWith(trusted: Map<string, string[]>, file: string): string[] {
  const known = trusted.get(file);
  if (known !== undefined) return known;
  // A list given to TLS replaces the built-in roots, so they are named again.
  const list = [...rootCertificates, readFileSync(file, "utf8")];
  trusted.set(file, list);
  return list;
}
