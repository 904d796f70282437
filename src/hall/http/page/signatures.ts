// Makes and checks ECDSA signatures, and hashes. The curve is P-256, which every browser supports with a
// non-extractable key.
import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from "node:crypto";

/** The bytes before the point in the DER form of a public key of this curve. */
const derPrefix = Buffer.from("3059301306072a8648ce3d020106082a8648ce3d030107034200", "hex");

/** The form that browsers produce: two numbers of 32 bytes. */
const dsaEncoding = "ieee-p1363";

/** Returns `null` if these bytes are not a point of the curve. */
export function importPublicKey(point: string): KeyObject | null {
  try {
    const key = Buffer.concat([derPrefix, Buffer.from(point, "base64url")]);
    return createPublicKey({ key, format: "der", type: "spki" });
  } catch {
    return null;
  }
}

export function isSignedBy(
  key: KeyObject,
  { text, signature }: { text: string; signature: string },
): boolean {
  return verify("sha256", Buffer.from(text), { key, dsaEncoding }, Buffer.from(signature, "base64url"));
}

/** The hall's own key. */
export interface Signer {
  publicKey: string;
  sign(text: string): string;
  /** Returns the private key as text, to be stored in a file. */
  format(): string;
}

export function newSigner(): Signer {
  return signerOf(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey);
}

/** Returns `null` if the text is not a key of this curve. */
export function parseSigner(text: string): Signer | null {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, "base64"), format: "der", type: "pkcs8" });
    const signer = signerOf(key);
    return Buffer.from(signer.publicKey, "base64url").length === 65 ? signer : null;
  } catch {
    return null;
  }
}

function signerOf(key: KeyObject): Signer {
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    publicKey: der.subarray(derPrefix.length).toString("base64url"),
    sign: (text) => sign("sha256", Buffer.from(text), { key, dsaEncoding }).toString("base64url"),
    format: () => key.export({ format: "der", type: "pkcs8" }).toString("base64"),
  };
}

export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("base64url");
}

export function proofBy(secret: string, text: string): string {
  return createHmac("sha256", Buffer.from(secret, "base64url")).update(text).digest("base64url");
}

/** Compares two texts in constant time. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(
    createHash("sha256").update(given).digest(),
    createHash("sha256").update(expected).digest(),
  );
}
