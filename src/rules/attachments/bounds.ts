// Holds the files of a message to the bounds, and names the file that breaks one. The hall, the command line and the page
// use it.
import { maxAttachedBytes, maxAttachments } from "../../contract/commission/attachment-bounds.ts";
import { bytesText } from "../show/measures.ts";

/** Returns which file of a message breaks which bound; `null` if none does. */
export function whyTooMuch(files: readonly { name: string; bytes: number }[]): string | null {
  let bytes = 0;
  for (const [at, file] of files.entries()) {
    bytes += file.bytes;
    const which = `"${file.name}"`;
    if (at >= maxAttachments)
      return `${which} is file number ${at + 1}: a message has at most ${maxAttachments}.`;
    if (file.bytes > maxAttachedBytes) return `${which} has ${bytesText(file.bytes)}: ${most}`;
    if (bytes > maxAttachedBytes) return `With ${which} the files have ${bytesText(bytes)}: ${most}`;
  }
  return null;
}

const most = `a message has at most ${bytesText(maxAttachedBytes)}.`;
