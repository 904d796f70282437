// Schemas and routes to register a browser with the hall. The page in that browser then signs its requests
// with the browser's key.
import { z } from "zod";
import type { Route } from "./route.ts";

/** Returns a schema for `count` bytes in base64url, without padding. */
const bytes = (count: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}$`));

/** A hash of the public key, so that no two keys share an id. */
export const pageKeyId = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .brand("PageKeyId");
export type PageKeyId = z.infer<typeof pageKeyId>;

/** An uncompressed P-256 point. */
export const publicKey = bytes(65);
const signature = bytes(64);
const hash = bytes(32);
/**
 * A random value that the hall makes for one tab; it is valid until the visit ends, at the latest when the
 * hall stops.
 */
const nonce = bytes(32);

/** The public part of a one-time code. The browser keeps the secret part to itself. */
export const codeId = bytes(8);

export const pageCode = z.object({
  /** The code's id, a dot and its secret: the fragment of a link to the page. */
  code: z.string(),
  expiresAt: z.string(),
});
export type PageCode = z.infer<typeof pageCode>;

export const enterRequest = z.strictObject({
  code: codeId,
  publicKey,
  /** A hash of this public key, made with the code's secret: an eavesdropper cannot use it for another key. */
  proof: hash,
});
export type EnterRequest = z.infer<typeof enterRequest>;

export const entered = z.object({
  key: pageKeyId,
  /** The public key with which the browser verifies the hall's signatures from now on. */
  hallKey: publicKey,
  nonce,
  /** Made with the code's secret: another program on the hall's port cannot make it. */
  proof: hash,
});
export type Entered = z.infer<typeof entered>;

export const visitRequest = z.strictObject({
  key: pageKeyId,
  challenge: bytes(32),
  signature,
  /**
   * The id of a one-time code that this browser does not need, because it is registered already. The hall
   * invalidates the code, so that it cannot be used later.
   */
  spends: codeId.optional(),
});
export type VisitRequest = z.infer<typeof visitRequest>;

export const visitBegun = z.object({
  nonce,
  /** The hall's signature over the challenge and the nonce. */
  signature,
});
export type VisitBegun = z.infer<typeof visitBegun>;

export const knownBrowser = z.object({
  key: pageKeyId,
  /** The browser's User-Agent header at the time it was registered. */
  userAgent: z.string(),
  /** The port of the hall when the browser was registered; a hall at another port does not know the browser. */
  port: z.int(),
  createdAt: z.string(),
  /** When the browser was last seen; updated at most once a day. */
  seenAt: z.string(),
});
export type KnownBrowser = z.infer<typeof knownBrowser>;

export const browserList = z.object({ browsers: z.array(knownBrowser) });
export type BrowserList = z.infer<typeof browserList>;

export const browsersForgotten = z.object({ forgotten: z.array(pageKeyId) });
export type BrowsersForgotten = z.infer<typeof browsersForgotten>;

/** page-keys.json. */
export const pageKeysFile = z.object({
  version: z.literal(1),
  /** The private key with which the hall proves itself to browsers: PKCS #8 in base64. */
  hallKey: z.string(),
  keys: z.array(knownBrowser.extend({ publicKey })),
});
export type PageKeysFile = z.infer<typeof pageKeysFile>;

const browserErrors = [400, 413, 415, 422];

export const pageKeyRoutes = {
  pageCode: {
    method: "POST",
    path: "/api/v1/page/codes",
    summary:
      "Make a code that lets one browser in: it works once, for a few minutes, in this run of the hall",
    asks: "token",
    status: 200,
    response: pageCode,
    errors: [],
  },
  pageEnter: {
    method: "POST",
    path: "/api/v1/page/keys",
    summary: "Register a browser's public key with a code, and begin its first visit",
    asks: "nothing",
    body: enterRequest,
    status: 200,
    response: entered,
    errors: [...browserErrors, 503],
  },
  pageVisit: {
    method: "POST",
    path: "/api/v1/page/visits",
    summary: "Begin a visit of a known browser; answers with the nonce that its requests are signed with",
    asks: "nothing",
    body: visitRequest,
    status: 200,
    response: visitBegun,
    errors: browserErrors,
  },
  pageKeys: {
    method: "GET",
    path: "/api/v1/page/keys",
    summary: "The browsers that the hall knows",
    status: 200,
    response: browserList,
    errors: [],
  },
  pageForget: {
    method: "DELETE",
    path: "/api/v1/page/keys/:key",
    params: { key: pageKeyId },
    summary: "Forget a browser: the hall accepts no more of its signatures",
    status: 200,
    response: browsersForgotten,
    errors: [422, 503],
  },
  pageForgetAll: {
    method: "DELETE",
    path: "/api/v1/page/keys",
    summary: "Forget every browser",
    status: 200,
    response: browsersForgotten,
    errors: [503],
  },
} as const satisfies Record<string, Route>;
