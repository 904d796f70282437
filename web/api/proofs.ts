// Makes and checks keys, signatures and hashes with WebCrypto, which browsers offer to pages served from this machine.

const curve = { name: "ECDSA", namedCurve: "P-256" };
const scheme = { name: "ECDSA", hash: "SHA-256" };
const mac = { name: "HMAC", hash: "SHA-256" };
const encoder = new TextEncoder();

export interface KeyPair {
  /** Not extractable: the browser signs with this key and never reveals it to a page. */
  privateKey: CryptoKey;
  publicKey: string;
}

/** Returns whether WebCrypto is available; it is not on a page that came over plain HTTP from another machine. */
export function canProve(): boolean {
  return globalThis.isSecureContext && "subtle" in crypto;
}

export async function makePair(): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey(curve, false, ["sign", "verify"]);
  return {
    privateKey: pair.privateKey,
    publicKey: format(await crypto.subtle.exportKey("raw", pair.publicKey)),
  };
}

export async function sign(privateKey: CryptoKey, text: string): Promise<string> {
  return format(await crypto.subtle.sign(scheme, privateKey, encoder.encode(text)));
}

export async function isSigned(publicKey: string, text: string, signature: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey("raw", parse(publicKey), curve, false, ["verify"]);
    return await crypto.subtle.verify(scheme, key, parse(signature), encoder.encode(text));
  } catch {
    return false; // a stranger may send something that is not a key
  }
}

export async function prove(secret: string, text: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", parse(secret), mac, false, ["sign"]);
  return format(await crypto.subtle.sign(mac, key, encoder.encode(text)));
}

export async function isProven(secret: string, text: string, proof: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey("raw", parse(secret), mac, false, ["verify"]);
    return await crypto.subtle.verify(mac, key, parse(proof), encoder.encode(text));
  } catch {
    return false;
  }
}

const nothing = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU";

export async function sha256(body: string | Uint8Array<ArrayBuffer> | null): Promise<string> {
  if (body === null) return nothing;
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  return format(await crypto.subtle.digest("SHA-256", bytes));
}

export function newChallenge(): string {
  return format(crypto.getRandomValues(new Uint8Array(32)).buffer);
}

function format(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function parse(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
