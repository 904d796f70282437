// Makes safe names of the names that files have on a person's machine, and tells files of one commission apart.
import {
  type AttachmentType,
  attachmentName,
  maxNameBytes,
  unsafeInNames,
} from "../../contract/commission/attachments.ts";

const fallback = "file";

/** Returns a name without a path or control characters, from any text. A safe name stays as it is. */
export function safeName(given: string): string {
  const last = given.split(/[/\\]/).findLast((part) => part.trim() !== "") ?? "";
  const plain = last
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Zs}\t\n\r]+/gu, " ")
    .replace(new RegExp(unsafeInNames.source, "gu"), (mark) => (/[\p{C}\p{Zl}\p{Zp}]/u.test(mark) ? "" : "_"))
    .replace(/ +/gu, " ") // a removed character may have stood between two spaces
    .normalize("NFC"); // what a removed character kept apart may compose now
  const name = shortened(plain.replace(/^[.\s]+/u, "").trim());
  return attachmentName.safeParse(name).success ? name : fallback;
}

/** Cuts a long name before its ending. */
function shortened(name: string): string {
  const { stem, ending } = partsOf(name);
  return cut(stem, maxNameBytes - bytesOf(ending)).trimEnd() + ending;
}

const longestEnding = 20;

function partsOf(name: string): { stem: string; ending: string } {
  const at = name.lastIndexOf(".");
  const isEnding = at > 0 && bytesOf(name.slice(at)) <= longestEnding;
  return isEnding ? { stem: name.slice(0, at), ending: name.slice(at) } : { stem: name, ending: "" };
}

/** Cuts the text to this many bytes, and never inside a character. */
function cut(text: string, bytes: number): string {
  let taken = "";
  let left = bytes;
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    taken += character;
  }
  return taken;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

const endings: Readonly<Record<AttachmentType, { own: RegExp; add: string }>> = {
  "image/png": { own: /\.png$/i, add: ".png" },
  "image/jpeg": { own: /\.jpe?g$/i, add: ".jpg" },
  "image/gif": { own: /\.gif$/i, add: ".gif" },
  "image/webp": { own: /\.webp$/i, add: ".webp" },
  "application/pdf": { own: /\.pdf$/i, add: ".pdf" },
  "text/plain": { own: /(?:)/, add: ".txt" },
  "application/octet-stream": { own: /(?:)/, add: ".bin" },
};

/** The endings by which a program takes a file for an image or a PDF. */
const telling = /\.(?:png|jpe?g|gif|webp|pdf)$/i;

/**
 * Returns the name with an ending that says what the file is. `claude` believes the ending: text that is called an
 * image would be sent as a broken image, which the model's endpoint refuses.
 */
export function honestName(name: string, type: AttachmentType): string {
  const { own, add } = endings[type];
  const isPlain = type === "text/plain" || type === "application/octet-stream";
  const isHonest = isPlain ? !telling.test(name) : own.test(name);
  return isHonest ? name : `${name}${add}`;
}

/** Returns the name, with a number if another file has it, also on a disk that knows no case. */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  const { stem, ending } = partsOf(name);
  let unique = name;
  for (let count = 2; taken.has(keyOf(unique)); count += 1) unique = `${stem} (${count})${ending}`;
  return unique;
}

/** Returns true if the name is the wanted one, or the wanted one with a number. */
export function isNameFor(name: string, wanted: string): boolean {
  if (name === wanted) return true;
  const { stem, ending } = partsOf(wanted);
  const isBetween = name.startsWith(`${stem} (`) && name.endsWith(`)${ending}`);
  return isBetween && /^\d+$/.test(name.slice(stem.length + 2, name.length - ending.length - 1));
}

/** Names with the same key would be one file on some disks. */
export function keyOf(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
