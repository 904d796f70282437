// Follows a journal that another process writes: reads whole lines from where the last read stopped, and never writes.
import type { z } from "zod";
import type { Stamp } from "../../contract/commission/events.ts";
import { isUnreadable } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import { type Link, linkOf, noLink } from "./chain.ts";
import { type BlobPlace, decodeLine, splitLines } from "./line.ts";

export interface JournalTail<E> {
  /**
   * Returns the lines since the last call. Throws a Fault with code `damaged` or `newer` if the next one is unreadable.
   */
  read(): Promise<E[]>;
}

export interface TailPlace<E> {
  path: string;
  blobs: string;
  schema: z.ZodType<E>;
  /** Lines up to this number were processed before, and are skipped. */
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

/** Reads the new lines. If one is damaged, returns the lines before it; the next call then throws. */
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
