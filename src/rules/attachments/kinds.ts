// Says in words what attached files are.
import type { Attachment, AttachmentType } from "../../contract/commission/attachments.ts";
import { bytesText } from "../show/measures.ts";

export const kindWords: Readonly<Record<AttachmentType, string>> = {
  "image/png": "PNG image",
  "image/jpeg": "JPEG image",
  "image/gif": "GIF image",
  "image/webp": "WebP image",
  "application/pdf": "PDF document",
  "text/plain": "text",
  "application/octet-stream": "binary file",
};

/** Lists files for people: "error.png (PNG image, 12.4 kB), notes.txt (text, 950 B)". */
export function attachedWords(files: readonly Attachment[]): string {
  return files.map(({ name, type, bytes }) => `${name} (${kindWords[type]}, ${bytesText(bytes)})`).join(", ");
}
