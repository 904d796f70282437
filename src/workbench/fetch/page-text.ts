// Turns the bytes of an answer into text for a model, by the content type that the server sent.
import { htmlToText, type PlainText } from "./html-text.ts";
import { strangeWord } from "./strange-word.ts";

export interface FetchedBytes {
  url: string;
  /** The value of `content-type`. */
  type: string | undefined;
  bytes: Uint8Array;
}

/** The longest text of one page. The worker reads it in parts. */
const maxPageCharacters = 400_000;

export type PageText = ({ ok: true } & PlainText) | { ok: false; reason: string };

export function pageText({ url, type, bytes }: FetchedBytes): PageText {
  const kind = kindOf(type);
  if (kind === "other") return no(`It is ${strangeWord(plainType(type))}, and only text can be read.`);
  const text = decode(bytes, type);
  if (text.slice(0, 4096).includes("\0")) return no("Its content is not text.");
  const isHtml = kind === "html" || (kind === "unknown" && /^\s{0,200}<(?:!doctype html|html)/i.test(text));
  const plain = isHtml
    ? htmlToText({ html: text, isXml: isXhtml(type, text), base: url, maxCharacters: maxPageCharacters })
    : { text: text.slice(0, maxPageCharacters), cut: text.length > maxPageCharacters };
  return { ok: true, cut: plain.cut, text: withoutHidden(plain.text) };
}

function no(reason: string): PageText {
  return { ok: false, reason };
}

function plainType(type: string | undefined): string {
  return (type ?? "").split(";", 1)[0]?.trim().toLowerCase().slice(0, 100) ?? "";
}

const textTypes =
  /^(?:text\/[^\s]+|application\/(?:[^\s]+\+)?(?:json|xml|yaml|x-yaml|javascript|x-ndjson|toml))$/;

function kindOf(type: string | undefined): "html" | "text" | "unknown" | "other" {
  const name = plainType(type);
  if (name === "") return "unknown";
  if (name === "text/html" || name === "application/xhtml+xml") return "html";
  return textTypes.test(name) ? "text" : "other";
}

/** Recognises XHTML by its type, or by an XML declaration, which HTML never has. */
function isXhtml(type: string | undefined, text: string): boolean {
  return plainType(type) === "application/xhtml+xml" || /^\s{0,200}<\?xml\s/i.test(text);
}

/**
 * Decodes by the charset that the header names, else by the one that the page names at its beginning, else as UTF-8.
 */
function decode(bytes: Uint8Array, type: string | undefined): string {
  const beginning = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const label =
    /charset\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i.exec(type ?? "")?.[1] ??
    /<meta[^>]{1,200}charset\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i.exec(beginning)?.[1] ??
    "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // an unknown charset
  }
}

/** Removes what a person would not see: control characters, and characters that reorder or hide letters. */
function withoutHidden(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these characters are removed
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e0fff}]/gu, "");
}
