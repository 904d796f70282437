// Reads ledgers page by page. Where each line begins is remembered of those that were read last, so that a page costs
// what is on it, however long the ledger is.
import type { LedgerEvent } from "../../contract/commission/events.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import { type Entry, ledgerPlace } from "./entry.ts";
import { linkOf, noLink } from "./chain.ts";
import { decodeLines } from "./journal.ts";
import { lengthOf, splitLines } from "./line.ts";

export interface PageOrder {
  /** The number of the line before the first. */
  after: number;
  limit: number;
}

export interface Pages {
  read(entry: Entry, order: PageOrder): Promise<LedgerEvent[]>;
}

/** Where the lines of one ledger begin, and where the last of them ends. */
type Marks = number[];

const mostLedgers = 16;
/** What is held at once of one page. A longer line is a page of its own. */
const mostBytes = 16 * 1024 * 1024;

export function createPages(disk: Disk): Pages {
  const known = new Map<CommissionId, Marks>();
  return { read: (entry, order) => read({ disk, known }, entry, order) };
}

interface Reading {
  disk: Disk;
  /** The one that was read last comes last. */
  known: Map<CommissionId, Marks>;
}

async function read(reading: Reading, entry: Entry, { after, limit }: PageOrder): Promise<LedgerEvent[]> {
  const { disk } = reading;
  const upTo = Math.min(after + limit, entry.seq); // no later line was acknowledged
  if (upTo <= after) return [];
  const marks = await marksOf(reading, entry, upTo);
  const last = withinBytes(marks, { after, upTo });
  // With the line before the first, which that one is chained to.
  const first = Math.max(0, after - 1);
  const range = { from: marks[first] ?? 0, to: marks[last] ?? 0 };
  const bytes = (await disk.readBetween(entry.layout.events, range)) ?? Buffer.alloc(0);
  const { lines } = splitLines(bytes);
  if (lines.length !== last - first) throw shrunk(entry);
  const [earlier] = lines.splice(0, after - first);
  const link = earlier === undefined ? noLink : linkOf(earlier);
  return decodeLines(reading, ledgerPlace(entry.layout), { lines: fitting(lines), after, link });
}

/** Lines are only ever added behind those that were acknowledged, so that what is known stays true. */
async function marksOf({ disk, known }: Reading, entry: Entry, upTo: number): Promise<Marks> {
  const marks = known.get(entry.id) ?? [0];
  known.delete(entry.id);
  known.set(entry.id, marks);
  for (const oldest of known.keys()) if (known.size > mostLedgers) known.delete(oldest);
  if (marks.length <= upTo) await goOn(disk, entry, marks);
  if (marks.length <= upTo) throw shrunk(entry);
  return marks;
}

const newline = 0x0a;

/** What somebody else has found meanwhile is not put in twice: each line is behind the one that was last then. */
async function goOn(disk: Disk, { layout, seq }: Entry, marks: Marks): Promise<void> {
  const from = marks.at(-1) ?? 0;
  const bytes = (await disk.readFrom(layout.events, from)) ?? Buffer.alloc(0);
  for (let at = bytes.indexOf(newline); at !== -1 && marks.length <= seq; at = bytes.indexOf(newline, at + 1))
    if (from + at + 1 > (marks.at(-1) ?? 0)) marks.push(from + at + 1);
}

function withinBytes(marks: Marks, { after, upTo }: { after: number; upTo: number }): number {
  const from = marks[after] ?? 0;
  let last = after + 1;
  while (last < upTo && (marks[last + 1] ?? 0) - from <= mostBytes) last += 1;
  return last;
}

/** With the blobs that they name. */
function fitting(lines: readonly string[]): string[] {
  let left = mostBytes;
  const over = lines.findIndex((line, at) => (left -= lengthOf(line)) < 0 && at > 0);
  return over === -1 ? [...lines] : lines.slice(0, over);
}

function shrunk({ id }: Entry): Fault {
  return new Fault("damaged", `The ledger of ${id} is not what it was: lines of it are missing.`);
}
