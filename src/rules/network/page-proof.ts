// Builds the texts with which a browser and the hall prove their identity to each other. Both sides use this
// file, so that the texts agree byte for byte. Each begins with its purpose, so that a proof of one kind is
// never valid as another.

export interface SignedRequest {
  /** The hall's nonce for this visit. */
  nonce: string;
  /** Counts the requests of a visit, so that none is accepted twice. */
  count: number;
  method: string;
  /** The path of the request, including the query. */
  path: string;
  /** The SHA-256 of the body. */
  body: string;
}

/** Returns what a browser signs for each request. */
export function requestText({ nonce, count, method, path, body }: SignedRequest): string {
  return text("request", [nonce, String(count), method, path, body]);
}

export interface AskedVisit {
  /** The port of the hall. It is signed too, so that a program at another port cannot relay a proof. */
  port: number;
  key: string;
  challenge: string;
}

/** Returns what a browser signs to begin a visit. */
export function visitText({ port, key, challenge }: AskedVisit): string {
  return text("visit", [String(port), key, challenge]);
}

/** Returns what the hall signs when it accepts a visit. */
export function welcomeText({ port, key, challenge, nonce }: AskedVisit & { nonce: string }): string {
  return text("welcome", [String(port), key, challenge, nonce]);
}

export interface Entering {
  port: number;
  /** The id of the one-time code. */
  code: string;
  publicKey: string;
}

/** Returns what a browser authenticates with the secret of its one-time code when it registers. */
export function enterText({ port, code, publicKey }: Entering): string {
  return text("enter", [String(port), code, publicKey]);
}

/** Returns what the hall authenticates with the same secret when it registers the browser. */
export function admitText(
  { port, code, publicKey }: Entering,
  { hallKey, nonce }: { hallKey: string; nonce: string },
): string {
  return text("admit", [String(port), code, publicKey, hallKey, nonce]);
}

function text(purpose: string, parts: readonly string[]): string {
  return [`guild-hall page 1 ${purpose}`, ...parts].join("\n");
}
