// Which image some bytes are. Pure. What a browser would run is not among them: an SVG is a document that can do things.

const starts = {
  "image/png": /^\x89PNG\r\n\x1a\n/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/gif": /^GIF8[79]a/,
  "image/webp": /^RIFF[^]{4}WEBP/,
  "image/avif": /^[^]{4}ftypavi[fs]/,
  "image/bmp": /^BM[^]{4}\0\0\0\0/,
} as const;

export type ImageType = keyof typeof starts;

/** More of the bytes is not looked at. */
const longestStart = 32;

export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const start = String.fromCharCode(...bytes.subarray(0, longestStart));
  const types = Object.keys(starts) as ImageType[];
  return types.find((type) => starts[type].test(start)) ?? null;
}
