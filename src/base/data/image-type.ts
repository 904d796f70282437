// Recognises images by their first bytes. SVG is left out on purpose, because it may contain scripts that a browser
// would run.

const starts = {
  "image/png": /^\x89PNG\r\n\x1a\n/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/gif": /^GIF8[79]a/,
  "image/webp": /^RIFF[^]{4}WEBP/,
  "image/avif": /^[^]{4}ftypavi[fs]/,
  "image/bmp": /^BM[^]{4}\0\0\0\0/,
} as const;

export type ImageType = keyof typeof starts;

/** No more bytes than this are examined. */
const longestStart = 32;

export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const start = String.fromCharCode(...bytes.subarray(0, longestStart));
  const types = Object.keys(starts) as ImageType[];
  return types.find((type) => starts[type].test(start)) ?? null;
}
