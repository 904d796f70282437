// Reads ledgers page by page. Caches the line offsets of recently read ledgers, so that only the first page
// read from a ledger scans the whole file.
import { Fault } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import { type LedgerEntry, ledgerPlace } from "./entry.ts";
import { linkOf, noLink } from "./chain.ts";
import { decodeLines } from "./journal.ts";
import type { LedgerEventOf, LedgerKind, LedgerTypes } from "./kind.ts";
import { lengthOf, splitLines } from "./line.ts";

export interface PageOrder {
  /** The number of the line before the first line of the page. */
  after: number;
  limit: number;
}

export interface Pages<K extends LedgerTypes> {
  read(entry: LedgerEntry<K>, order: PageOrder): Promise<LedgerEventOf<K>[]>;
}

/** The byte offset of each line of a ledger, and of the end of the last line. */
type Marks = number[];

const mostLedgers = 16;
/** The most bytes of one page. A longer line is a page of its own. */
const mostBytes = 16 * 1024 * 1024;

export function createPages<K extends LedgerTypes>(kind: LedgerKind<K>, disk: Disk): Pages<K> {
  const known = new Map<string, Marks>();
  return { read: (entry, order) => read({ kind, disk, known }, entry, order) };
}

/** The parts of an entry that a page is read from. */
type Written = Pick<LedgerEntry<LedgerTypes>, "id" | "layout" | "seq">;

interface Reading<K extends LedgerTypes> {
  kind: LedgerKind<K>;
  disk: Disk;
  /** The cached offsets, the least recently used first. */
  known: Map<string, Marks>;
}

async function read<K extends LedgerTypes>(
  reading: Reading<K>,
  entry: Written,
  { after, limit }: PageOrder,
): Promise<LedgerEventOf<K>[]> {
  const { disk, kind } = reading;
  const upTo = Math.min(after + limit, entry.seq); // no later line was acknowledged
  if (upTo <= after) return [];
  const marks = await marksOf(reading, entry, upTo);
  const last = withinBytes(marks, { after, upTo });
  // Also read the line before the page, because the hash of the first line includes it.
  const first = Math.max(0, after - 1);
  const range = { from: marks[first] ?? 0, to: marks[last] ?? 0 };
  const bytes = (await disk.readBetween(entry.layout.events, range)) ?? Buffer.alloc(0);
  const { lines } = splitLines(bytes);
  if (lines.length !== last - first) throw shrunk(entry);
  const [earlier] = lines.splice(0, after - first);
  const link = earlier === undefined ? noLink : linkOf(earlier);
  return decodeLines(reading, ledgerPlace(kind, entry.layout), { lines: fitting(lines), after, link });
}

/** Returns the offsets, at least up to line `upTo`. Acknowledged lines never change, so cached offsets stay valid. */
async function marksOf<K extends LedgerTypes>(
  { disk, known }: Reading<K>,
  entry: Written,
  upTo: number,
): Promise<Marks> {
  const marks = known.get(entry.id) ?? [0];
  known.delete(entry.id);
  known.set(entry.id, marks);
  for (const oldest of known.keys()) if (known.size > mostLedgers) known.delete(oldest);
  if (marks.length <= upTo) await goOn(disk, entry, marks);
  if (marks.length <= upTo) throw shrunk(entry);
  return marks;
}

const newline = 0x0a;

/** Adds the offsets of new lines. A concurrent call may have added some already, so only later ones are added. */
async function goOn(disk: Disk, { layout, seq }: Written, marks: Marks): Promise<void> {
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

/** Cuts the page at `mostBytes`, counting the blobs that its lines name. */
function fitting(lines: readonly string[]): string[] {
  let left = mostBytes;
  const over = lines.findIndex((line, at) => (left -= lengthOf(line)) < 0 && at > 0);
  return over === -1 ? [...lines] : lines.slice(0, over);
}

function shrunk({ id }: Written): Fault {
  return new Fault("damaged", `The ledger of ${id} is not what it was: lines of it are missing.`);
}
