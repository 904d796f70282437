// Lists and reads the artifacts of a commission: regular files in its `artifacts/`. No symlink is followed.
import type { FileHandle } from "node:fs/promises";
import type { ArtifactContent, ArtifactEntry, ArtifactList } from "../../contract/commission/artifacts.ts";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import { type InsideResult, openInside, splitRelative } from "../../host/files/inside.ts";
import { listInside } from "../../host/files/list-inside.ts";
import { readStart } from "../../host/files/write-inside.ts";
import { artifactKindOf, startBytes } from "../../rules/show/artifact-kind.ts";

type Place = Pick<CommissionLayout, "directory">;

const directory = "artifacts";
const mostListed = 1000;

export async function listArtifacts(place: Place): Promise<Omit<ArtifactList, "id" | "left">> {
  const look = { directory: [directory], wants: () => true, startBytes };
  const { files } = await listInside(place.directory, look);
  const named = files.filter(({ path }) => splitRelative(path).ok);
  const all = named
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, bytes, start }): ArtifactEntry => ({ path, bytes, kind: artifactKindOf(path, start) }));
  return { artifacts: all.slice(0, mostListed), total: all.length };
}

export interface ReadOrder {
  path: string;
  /** The first byte to read, and how many bytes at most. */
  from: number;
  maxBytes: number;
}

export async function readArtifact(
  place: Place,
  order: ReadOrder,
): Promise<{ ok: true; content: ArtifactContent } | { ok: false; reason: string }> {
  const parts = splitRelative(order.path);
  if (!parts.ok) return parts;
  const path = parts.value.join("/");
  const file: InsideResult<FileHandle> = await openInside(place.directory, `${directory}/${path}`);
  if (!file.ok) return file;
  try {
    return { ok: true, content: await contentOf(file.value, { ...order, path }) };
  } finally {
    await file.value.close();
  }
}

async function contentOf(file: FileHandle, { path, from, maxBytes }: ReadOrder): Promise<ArtifactContent> {
  const kind = artifactKindOf(path, await readStart(file, startBytes));
  const bytes = await readPart(file, { from, maxBytes });
  const { size } = await file.stat();
  const text = kind === "text" || kind === "markdown" ? textOf(bytes, from + bytes.length < size) : null;
  const taken = text === null ? bytes.length : Buffer.byteLength(text);
  const cut = from + taken < size;
  return text === null
    ? { path, bytes: size, kind, encoding: "base64", content: bytes.toString("base64"), cut }
    : { path, bytes: size, kind, encoding: "utf8", content: text, cut };
}

async function readPart(file: FileHandle, { from, maxBytes }: Omit<ReadOrder, "path">): Promise<Buffer> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.max(0, Math.min(maxBytes, size - from)));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, from + filled);
    if (bytesRead === 0) break; // the file became shorter meanwhile
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/**
 * Returns the bytes as text, without an incomplete character at the end if more bytes follow. `null` if they are not
 * text.
 */
function textOf(bytes: Buffer, hasMore: boolean): string | null {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const text = decoder.decode(bytes, { stream: hasMore });
    return text === "" && bytes.length > 0 ? null : text;
  } catch {
    return null;
  }
}
