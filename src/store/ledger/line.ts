// Encodes and decodes one line of a journal: `{ v, seq, at, type, ... }`. Content that would make the line too long
// goes to a blob file beside the journal, which the line names.
import { z } from "zod";
import type { Stamp } from "../../contract/commission/events.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import { chainBytes, checkLink, type Link, sha256Of } from "./chain.ts";

export const maxLineBytes = 64 * 1024;

const newline = 0x0a;

const blobLine = z.object({
  v: z.literal([1, 2]),
  seq: z.int().positive(),
  at: z.string(),
  type: z.string(),
  blob: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().nonnegative() }),
});

export interface BlobPlace {
  disk: Pick<Disk, "readText" | "createNew" | "makeDirectory">;
  directory: string;
}

/**
 * Returns the JSON of one line, without the hash at its end. If the line needs a blob, the blob is synced to
 * disk before this resolves.
 */
export async function encodeLine(place: BlobPlace, event: Stamp & { type: string }): Promise<string> {
  const text = JSON.stringify(event);
  if (Buffer.byteLength(text) + chainBytes <= maxLineBytes) return text;
  const { v, seq, at, type } = event;
  const sha256 = sha256Of(text);
  await place.disk.makeDirectory(place.directory);
  await place.disk.createNew(`${place.directory}/${sha256}.json`, text);
  return JSON.stringify({ v, seq, at, type, blob: { sha256, bytes: Buffer.byteLength(text) } });
}

export interface LineOf<T> {
  schema: z.ZodType<T>;
  line: string;
  /** The previous line. */
  link: Link;
}

/** Returns the event of a line. Throws a Fault with code `damaged`, or `newer` if a newer release wrote the line. */
export async function decodeLine<T>(place: BlobPlace, { schema, line, link }: LineOf<T>): Promise<T> {
  const value = parseJson(line);
  refuseNewer(value);
  checkLink(line, { v: versionIn(value), link });
  const whole = namesBlob(value) ? await readBlob(place, value) : value;
  const parsed = schema.safeParse(whole);
  if (!parsed.success)
    throw new Fault("damaged", `not a line of this journal: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Returns the length of a line's content: its own, or that of the blob it names. */
export function lengthOf(line: string): number {
  const named = blobAtEnd.exec(line.slice(-200))?.[1];
  return named === undefined ? line.length : Number(named);
}

const blobAtEnd = /"blob":\{"sha256":"[0-9a-f]{64}","bytes":(\d{1,12})\}(?:,"chain":"[0-9a-f]{16}")?\}$/;

/** The newest line format that this release reads, and the one it writes. */
export const lineFormat = 2;
/** Created once: creating a schema takes longer than parsing a line with it. */
const newer = z.object({ v: z.int().min(lineFormat + 1) });

/**
 * Throws if a newer release wrote the line. That is not damage: the newer release can read it, and the file must stay.
 */
function refuseNewer(value: unknown): void {
  const { data } = newer.safeParse(value);
  if (data)
    throw new Fault("newer", `it has format ${data.v}, and this release knows formats up to ${lineFormat}`);
}

function versionIn(value: unknown): unknown {
  return typeof value === "object" && value !== null && "v" in value ? value.v : undefined;
}

function namesBlob(value: unknown): value is object {
  return typeof value === "object" && value !== null && "blob" in value;
}

async function readBlob(place: BlobPlace, line: object): Promise<unknown> {
  const parsed = blobLine.safeParse(line);
  if (!parsed.success) throw new Fault("damaged", "it names a blob in a way that cannot be read");
  const { sha256 } = parsed.data.blob;
  const text = await place.disk.readText(`${place.directory}/${sha256}.json`);
  if (text === undefined || sha256Of(text) !== sha256)
    throw new Fault("damaged", `its blob ${sha256} is missing or changed`);
  return parseJson(text);
}

/** Returns true if the error means that content is damaged, and not that the disk failed. */
export function isDamage(error: unknown): error is Fault {
  return error instanceof Error && "code" in error && error.code === "damaged";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Fault("damaged", "not JSON", { cause: error });
  }
}

/** Returns the whole lines, split on `\n` only, and their size. Bytes after the last newline are an incomplete line. */
export function splitLines(bytes: Buffer): { lines: string[]; wholeBytes: number } {
  const end = bytes.lastIndexOf(newline);
  if (end === -1) return { lines: [], wholeBytes: 0 };
  return { lines: bytes.subarray(0, end).toString("utf8").split("\n"), wholeBytes: end + 1 };
}
