// Decides by its name and its first bytes how a file can be shown. A file that could carry a script, such as HTML or
// SVG, is shown as text.
import type { ArtifactKind } from "../../contract/commission/artifacts.ts";
import { type ImageType, imageTypeOf } from "../../base/data/image-type.ts";

/** How many of the first bytes are examined. */
export const startBytes = 512;

/** The file name endings of each type. */
const endings: Readonly<Record<ImageType, RegExp>> = {
  "image/png": /\.png$/i,
  "image/jpeg": /\.jpe?g$/i,
  "image/gif": /\.gif$/i,
  "image/webp": /\.webp$/i,
  "image/avif": /\.avif$/i,
  "image/bmp": /\.bmp$/i,
};

export function artifactKindOf(path: string, start: Buffer): ArtifactKind {
  const image = imageTypeOf(start);
  if (image !== null && endings[image].test(path)) return "image";
  if (!isText(start)) return "binary";
  return /\.(?:md|markdown)$/i.test(path) ? "markdown" : "text";
}

/** Whether the bytes are UTF-8 without zero bytes. The last character may be cut in half. */
export function isText(start: Buffer): boolean {
  if (start.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(start, { stream: start.length >= startBytes });
    return true;
  } catch {
    return false;
  }
}
