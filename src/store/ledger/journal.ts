// Reads and writes a journal: an append-only file of JSON lines with one writer. On opening it, the writer
// cuts off an incomplete last line. An unreadable line anywhere else is damage, and the file is not changed.
import type { z } from "zod";
import type { Stamp } from "../../contract/commission/events.ts";
import { Fault, isUnreadable } from "../../contract/api/problem.ts";
import { breathe, type Clock, timestamp } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import { chainTo, type Link, linkOf, noLink, sha256Of } from "./chain.ts";
import { type BlobPlace, decodeLine, encodeLine, lineFormat, splitLines } from "./line.ts";
import { createSerial } from "../../base/async/serial.ts";

export interface JournalDeps {
  disk: Disk;
  clock: Pick<Clock, "now">;
}

export interface JournalPlace<E> {
  path: string;
  blobs: string;
  schema: z.ZodType<E>;
}

export interface JournalPosition {
  seq: number;
  bytes: number;
  lastLineSha256: string;
}

export interface Journal<Body, E> {
  position(): JournalPosition;
  /**
   * Adds a format, a number and, if it has none, a time to each body, and appends them in one write, after
   * earlier calls. Resolves when synced.
   */
  append(bodies: readonly Body[]): Promise<E[]>;
}

export interface JournalRead<E> {
  events: E[];
  position: JournalPosition;
  /** False if the file ends with an incomplete line. */
  isWhole: boolean;
}

/** A read pauses after this many lines, so that the hall can answer requests in between. */
const linesPerBreath = 200;

/** Reads the whole journal without changing it. */
export async function readJournal<E extends Stamp>(
  deps: Pick<JournalDeps, "disk">,
  place: JournalPlace<E>,
): Promise<JournalRead<E>> {
  const bytes = (await deps.disk.readFrom(place.path, 0)) ?? Buffer.alloc(0);
  const { lines, wholeBytes } = splitLines(bytes);
  const events = await decodeLines(deps, place, { lines, after: 0, link: noLink });
  const last = lines.at(-1);
  const { sha256: lastLineSha256 } = last === undefined ? noLink : linkOf(last);
  const position = { seq: events.length, bytes: wholeBytes, lastLineSha256 };
  return { events, position, isWhole: wholeBytes === bytes.length };
}

/** Reads the first `count` lines. Throws if there are fewer, because the caller knows that they were written. */
export async function readFirstLines<E extends Stamp>(
  deps: Pick<JournalDeps, "disk">,
  place: JournalPlace<E>,
  count: number,
): Promise<E[]> {
  const { lines } = splitLines((await deps.disk.readFrom(place.path, 0)) ?? Buffer.alloc(0));
  const events = await decodeLines(deps, place, { lines: lines.slice(0, count), after: 0, link: noLink });
  if (events.length < count)
    throw new Fault("damaged", `Line ${events.length + 1} of ${place.path} is missing, or not whole`);
  return events;
}

export interface SomeLines {
  lines: readonly string[];
  /** The number of the line before the first. */
  after: number;
  /** The line before the first, which the hash of the first includes. */
  link: Link;
}

/** Decodes the lines, and checks the hash of each, which includes the line before it. */
export async function decodeLines<E extends Stamp>(
  { disk }: Pick<JournalDeps, "disk">,
  place: JournalPlace<E>,
  { lines, after, link: first }: SomeLines,
): Promise<E[]> {
  const blobs: BlobPlace = { disk, directory: place.blobs };
  const events: E[] = [];
  let link = first;
  for (const [at, line] of lines.entries()) {
    events.push(await decodeAt({ place, blobs, line, link, index: after + at }));
    link = linkOf(line);
    if ((at + 1) % linesPerBreath === 0) await breathe();
  }
  return events;
}

/** Opens the journal for its only writer: cuts off an incomplete last line, and continues after the last whole one. */
export async function openJournal<Body, E extends Stamp & { type: string }>(
  deps: JournalDeps,
  place: JournalPlace<E>,
): Promise<{ journal: Journal<Body, E>; events: E[] }> {
  const read = await readJournal(deps, place);
  return { journal: await continueJournal<Body, E>(deps, place, read), events: read.events };
}

/** Like `openJournal`, for a writer that has read the journal already. */
export async function continueJournal<Body, E extends Stamp & { type: string }>(
  deps: JournalDeps,
  place: JournalPlace<E>,
  { position, isWhole }: JournalRead<E>,
): Promise<Journal<Body, E>> {
  if (!isWhole) await deps.disk.append({ path: place.path, text: "", at: position.bytes });
  return createJournal<Body, E>({ deps, place, position });
}

/** Starts a new journal, whose first append creates the file. */
export function startJournal<Body, E extends Stamp & { type: string }>(
  deps: JournalDeps,
  place: JournalPlace<E>,
): Journal<Body, E> {
  return createJournal<Body, E>({
    deps,
    place,
    position: { seq: 0, bytes: 0, lastLineSha256: noLink.sha256 },
  });
}

interface Decoding<E> {
  place: JournalPlace<E>;
  blobs: BlobPlace;
  line: string;
  link: Link;
  index: number;
}

async function decodeAt<E extends Stamp>({ place, blobs, line, link, index }: Decoding<E>): Promise<E> {
  const number = index + 1;
  const { schema } = place;
  const event = await decodeLine(blobs, { schema, line, link }).catch((error: unknown) => {
    if (!isUnreadable(error)) throw error; // a failing disk says nothing about the line
    const reason = error.message;
    throw new Fault(error.code, `Line ${number} of ${place.path} cannot be read: ${reason}`, {
      cause: error,
    });
  });
  if (event.seq !== number)
    throw new Fault("damaged", `Line ${number} of ${place.path} is numbered ${event.seq}.`);
  return event;
}

interface Writing<E> {
  deps: JournalDeps;
  place: JournalPlace<E>;
  position: JournalPosition;
}

function createJournal<Body, E extends Stamp & { type: string }>(writing: Writing<E>): Journal<Body, E> {
  let position = writing.position;
  const serial = createSerial();
  return {
    position: () => position,
    append: (bodies) =>
      serial(async () => {
        if (bodies.length === 0) return [];
        const written = await appendLines({ ...writing, position }, bodies);
        position = written.position;
        return written.events;
      }),
  };
}

async function appendLines<E extends Stamp & { type: string }>(
  { deps, place, position }: Writing<E>,
  bodies: readonly unknown[],
): Promise<{ events: E[]; position: JournalPosition }> {
  const at = timestamp(deps.clock);
  // A body with a version, a number and a time is an event, but the compiler cannot see that here.
  const events = bodies.map(
    (body, i) => Object.assign({ v: lineFormat, seq: position.seq + 1 + i, at }, body) as unknown as E,
  );
  const blobs: BlobPlace = { disk: deps.disk, directory: place.blobs };
  const lines = chain(position, await Promise.all(events.map((event) => encodeLine(blobs, event))));
  const text = lines.join("");
  await deps.disk.append({ path: place.path, text, at: position.bytes });
  return { events, position: advance(position, lines) };
}

/** Adds to each line a hash that includes the line before it; for the first, that is the last line of the journal. */
function chain({ lastLineSha256 }: JournalPosition, texts: readonly string[]): string[] {
  let sha256 = lastLineSha256;
  return texts.map((text) => {
    const line = `${chainTo({ sha256 }, text)}\n`;
    sha256 = sha256Of(line);
    return line;
  });
}

function advance(position: JournalPosition, lines: readonly string[]): JournalPosition {
  return {
    seq: position.seq + lines.length,
    bytes: position.bytes + Buffer.byteLength(lines.join("")),
    lastLineSha256: sha256Of(lines.at(-1) ?? ""),
  };
}
