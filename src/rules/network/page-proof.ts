// The texts that a browser and the hall prove themselves to each other with. Both sides build them here, so that they
// agree on every byte. Each begins with what it is for: a proof of one kind is never good for another.

export interface SignedRequest {
  /** The hall's, of this visit. */
  nonce: string;
  /** Counts the requests of a visit: none is taken twice. */
  count: number;
  method: string;
  /** With the query. */
  path: string;
  /** The SHA-256 of the body. */
  body: string;
}

/** What a browser signs for each request. */
export function requestText({ nonce, count, method, path, body }: SignedRequest): string {
  return text("request", [nonce, String(count), method, path, body]);
}

export interface AskedVisit {
  /** A hall at another port is another hall: a program between the two cannot pass a proof on. */
  port: number;
  key: string;
  challenge: string;
}

/** What a browser signs to begin a visit. */
export function visitText({ port, key, challenge }: AskedVisit): string {
  return text("visit", [String(port), key, challenge]);
}

/** What the hall signs in its answer. */
export function welcomeText({ port, key, challenge, nonce }: AskedVisit & { nonce: string }): string {
  return text("welcome", [String(port), key, challenge, nonce]);
}

export interface Entering {
  port: number;
  /** The id of the code. */
  code: string;
  publicKey: string;
}

/** What a browser proves with the secret of its code. */
export function enterText({ port, code, publicKey }: Entering): string {
  return text("enter", [String(port), code, publicKey]);
}

/** What the hall proves with it in its answer. */
export function admitText(
  { port, code, publicKey }: Entering,
  { hallKey, nonce }: { hallKey: string; nonce: string },
): string {
  return text("admit", [String(port), code, publicKey, hallKey, nonce]);
}

function text(purpose: string, parts: readonly string[]): string {
  return [`guild-hall page 1 ${purpose}`, ...parts].join("\n");
}
