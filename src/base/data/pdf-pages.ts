// Counts the pages of a PDF, because a model's endpoint charges for each page. Instead of parsing the
// document, it counts the page objects and reads the count in the page tree. Newer files keep both in
// compressed streams.
import { inflateSync } from "node:zlib";

/** The most pages that a model's endpoint accepts. A larger count is cut to this. */
export const mostPages = 600;

/** Returns the number of pages; `null` if it cannot be determined. */
export function pagesIn(pdf: Buffer): number | null {
  const parts = [pdf, ...packedObjects(pdf)];
  const pages = Math.max(sum(parts.map(pageObjects)), ...parts.map(saidCount));
  return pages === 0 ? null : Math.min(pages, mostPages);
}

const mostParts = 200;
const longestPart = 1024 * 1024;

/** Returns the object streams, decompressed; skips a stream that is not deflated or is too long. */
function packedObjects(pdf: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (const at of placesOf(pdf, "/ObjStm").slice(0, mostParts)) {
    const head = pdf.indexOf("stream", at);
    const end = pdf.indexOf("endstream", head);
    if (head === -1 || end === -1) continue;
    const begin = head + "stream".length;
    const start = begin + (pdf[begin] === 13 ? 2 : 1);
    parts.push(...unpacked(pdf.subarray(start, end)));
  }
  return parts;
}

function unpacked(bytes: Buffer): Buffer[] {
  try {
    return [inflateSync(bytes, { maxOutputLength: longestPart })];
  } catch {
    return [];
  }
}

/** Counts the objects of `/Type /Page`. A node of the page tree has `/Pages` and is not counted. */
function pageObjects(part: Buffer): number {
  return placesOf(part, "/Page").filter((at) => {
    const next = String.fromCharCode(part[at + "/Page".length] ?? 32);
    return !/[A-Za-z0-9]/.test(next) && /\/Type\s*$/.test(part.toString("latin1", Math.max(0, at - 12), at));
  }).length;
}

/** Returns the largest number of pages that a node of the page tree declares. */
function saidCount(part: Buffer): number {
  const counts = placesOf(part, "/Count").map((at) => part.toString("latin1", at + 6, at + 20));
  return Math.max(0, ...counts.map((text) => Number(/^\s*(\d{1,9})\b/.exec(text)?.[1] ?? 0)));
}

const mostPlaces = 10_000;

function placesOf(part: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = part.indexOf(text); at !== -1 && places.length < mostPlaces; at = part.indexOf(text, at + 1))
    places.push(at);
  return places;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
