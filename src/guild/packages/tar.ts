// Reads an npm tarball of an author who is not trusted. Accepts only plain files in the package's directory,
// and skips directories and extended headers. An entry of any other kind, such as a link, makes it refuse the
// whole archive.
import { gunzipSync } from "node:zlib";
import { splitRelative } from "../../host/files/inside.ts";
import { codeBounds } from "../install/code-files.ts";

export interface TarFile {
  path: string;
  content: Buffer;
  executable: boolean;
}

export type Unpacked = { ok: true; files: TarFile[] } | { ok: false; reason: string };

const block = 512;
/** The largest archive: for each file its content, its headers, and the padding to a whole block. */
const mostBytes = codeBounds.bytes + codeBounds.files * 3 * block;

export function unpackTarball(packed: Uint8Array): Unpacked {
  try {
    const bytes = gunzipSync(packed, { maxOutputLength: mostBytes });
    return readEntries(bytes);
  } catch {
    return no(`it is not a gzipped tar archive, or unpacks to more than ${Math.round(mostBytes / 1e6)} MB`);
  }
}

interface Entry {
  name: string;
  kind: string;
  content: Buffer;
  executable: boolean;
}

function readEntries(bytes: Buffer): Unpacked {
  const files: TarFile[] = [];
  let longName: string | null = null;
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0;) {
    const entry = readEntry(bytes, at);
    if (entry === null) return no("its archive is damaged");
    at += block + Math.ceil(entry.content.length / block) * block;
    if (entry.kind === "g" || entry.kind === "5") continue;
    if (entry.kind === "x" || entry.kind === "L") {
      longName = longNameIn(entry) ?? longName;
      continue;
    }
    const taken = takeFile({ ...entry, name: longName ?? entry.name });
    longName = null;
    if ("ok" in taken) return taken;
    files.push(taken);
    if (files.length > codeBounds.files) return no(`it has more than ${codeBounds.files} files`);
  }
  if (files.length === 0) return no("its archive is empty");
  const clash = findClash(files);
  return clash === undefined ? { ok: true, files } : no(`${clash} in it is a file and a directory`);
}

function findClash(files: readonly TarFile[]): string | undefined {
  const names = new Set(files.map(({ path }) => path));
  const directories = files.flatMap(({ path }) =>
    [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)),
  );
  return directories.find((directory) => names.has(directory));
}

/** Reads a 512-byte header: the name at 0, mode at 100, size at 124, kind at 156, and a prefix of the name at 345. */
function readEntry(bytes: Buffer, at: number): Entry | null {
  const size = octal(bytes.subarray(at + 124, at + 136));
  const mode = octal(bytes.subarray(at + 100, at + 108));
  if (size === null || mode === null || at + block + size > bytes.length) return null;
  const isUstar = bytes.toString("latin1", at + 257, at + 262) === "ustar";
  const prefix = isUstar ? text(bytes.subarray(at + 345, at + 500)) : "";
  const name = text(bytes.subarray(at, at + 100));
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    kind: String.fromCharCode(bytes[at + 156] || 0x30), // zero is the old code for a file
    content: bytes.subarray(at + block, at + block + size),
    executable: (mode & 0o100) !== 0,
  };
}

/**
 * Returns the file, or why it is refused. Archives put their files below one directory of any name, which is removed
 * from the path.
 */
function takeFile({ name, kind, content, executable }: Entry): TarFile | { ok: false; reason: string } {
  if (kind !== "0") return no(`${name} in it is not a plain file`);
  const parts = splitRelative(name);
  if (!parts.ok) return no(`the name ${JSON.stringify(name)} in it is refused: ${parts.reason}`);
  const path = parts.value.slice(1).join("/");
  if (path === "") return no(`${name} in it lies beside the package`);
  return { path, content, executable };
}

/**
 * Reads a name that is too long for a header. The archive has it in an entry before the file: as the whole content, or
 * in a line `length path=name`.
 */
function longNameIn({ kind, content }: Entry): string | undefined {
  if (kind === "L") return text(content);
  return /^\d+ path=(.*)$/m.exec(content.toString("utf8"))?.[1];
}

function octal(field: Buffer): number | null {
  const digits = text(field).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || "0", 8) : null;
}

function text(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? field.length : end);
}

function no(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
