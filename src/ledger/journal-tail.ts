// Reads a journal that somebody else writes: whole lines only, from where the last read stopped; never cuts or writes.
import type { z } from "zod";
import type { Stamp } from "../contract/events.ts";
import type { Disk } from "../host/disk.ts";
import { type BlobPlace, decodeLine, splitLines } from "./line.ts";

export interface JournalTail<E> {
  /** The lines that came since the last call. A line that cannot be read throws a Fault with code `damaged`. */
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
  const blobs: BlobPlace = { disk: deps.disk, directory: place.blobs };
  let offset = 0;
  return {
    read: async () => {
      const bytes = await deps.disk.readFrom(place.path, offset);
      if (!bytes) return [];
      const { lines, wholeBytes } = splitLines(bytes);
      const events: E[] = [];
      for (const line of lines) events.push(await decodeLine(blobs, place.schema, line));
      offset += wholeBytes;
      return events.filter((event) => event.seq > place.afterSeq);
    },
  };
}
