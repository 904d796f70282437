// Builds the page's headers: what it may load, who may embed it, and how long it may be cached.
import type { PageFile } from "./page-files.ts";

/**
 * Allows only what the hall serves, and images from `data:` and `blob:` URLs. With trusted types, markup must
 * come from the sanitiser (`dompurify`), and `guild-hall-worker` allows the one script URL that the page
 * passes to `new Worker`.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types dompurify guild-hall-worker",
].join("; ");

/**
 * Browser features that the page does not use. Clipboard access is not listed, because the copy buttons need
 * it.
 */
const unused = [
  "accelerometer",
  "autoplay",
  "camera",
  "display-capture",
  "encrypted-media",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

const headers = {
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": unused.map((feature) => `${feature}=()`).join(", "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export function pageHeaders({ type, isHashed }: Pick<PageFile, "type" | "isHashed">): Headers {
  return new Headers({
    ...headers,
    "content-type": type,
    "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
  });
}
