// Reads a journal that somebody else writes: whole lines only, from where the last read stopped; never cuts or writes.
import type { z } from "zod";
import type { Stamp } from "../../contract/commission/events.ts";
import { isUnreadable } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import { type Link, linkOf, noLink } from "./chain.ts";
import { type BlobPlace, decodeLine, splitLines } from "./line.ts";

export interface JournalTail<E> {
  /** The lines that came since the last call. Where the next line cannot be read, a Fault with code `damaged` or `newer` is thrown. */
  read(): Promise<E[]>;
}

export interface TailPlace<E> {
  path: string;
  blobs: string;
  schema: z.ZodType<E>;
  /** Lines up to this number were taken over before and are passed over. */
  afterSeq: number;
}

export function createJournalTail<E extends Stamp>(
  deps: { disk: Disk },
  place: TailPlace<E>,
): JournalTail<E> {
  const reading: Reading<E> = { deps, place, offset: 0, link: noLink };
  return { read: () => readOn(reading) };
}

interface Reading<E> {
  deps: { disk: Disk };
  place: TailPlace<E>;
  offset: number;
  /** The last line that was read. */
  link: Link;
}

/** Lines before a damaged one are handed over first; the damage is told by the next call. */
async function readOn<E extends Stamp>(reading: Reading<E>): Promise<E[]> {
  const { deps, place } = reading;
  const blobs: BlobPlace = { disk: deps.disk, directory: place.blobs };
  const bytes = await deps.disk.readFrom(place.path, reading.offset);
  const { schema } = place;
  const events: E[] = [];
  for (const line of bytes ? splitLines(bytes).lines : []) {
    const event = await decodeLine(blobs, { schema, line, link: reading.link }).catch((error: unknown) => {
      if (events.length > 0 && isUnreadable(error)) return null;
      throw error;
    });
    if (event === null) break;
    events.push(event);
    reading.offset += Buffer.byteLength(line) + 1;
    reading.link = linkOf(line);
  }
  return events.filter((event) => event.seq > place.afterSeq);
}
