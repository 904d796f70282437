// Records on disk the costs of a guild member that no commission pays for. It appends a line for each answer,
// and adds up a job's lines when the job continues.
import { dirname } from "node:path";
import type { MemberName } from "../../../contract/member/member.ts";
import { type SpendLine, spendLine } from "../../../contract/member/spend.ts";
import { type Clock, timestamp } from "../../../host/clock.ts";
import type { Disk } from "../../../host/files/disk.ts";
import { createSerial, type Serial } from "../../../base/async/serial.ts";
import { formatHashedLine, parseHashedLine } from "../../../base/data/hashed-line.ts";

export interface SpendBook {
  spentBy(member: MemberName, jobId: string): Promise<{ turns: number; usd: number }>;
  /** Appends a line, which is durable when this resolves. */
  append(member: MemberName, spent: Omit<SpendLine, "v" | "at">): Promise<void>;
}

export interface SpendBookDeps {
  disk: Pick<Disk, "readFrom" | "append" | "makeDirectories">;
  clock: Pick<Clock, "now">;
  /** Reports something that a person should know. */
  warn(message: string): void;
  pathOf(member: MemberName): string;
}

interface Page {
  path: string;
  /** The length of the complete lines. `null` if the file has to be read first. */
  bytes: number | null;
  serial: Serial;
}

export function createSpendBook(deps: SpendBookDeps): SpendBook {
  const pages = new Map<MemberName, Page>();
  const pageOf = (member: MemberName) => {
    const page = pages.get(member) ?? { path: deps.pathOf(member), bytes: null, serial: createSerial() };
    pages.set(member, page);
    return page;
  };
  return {
    spentBy: (member, jobId) => {
      const page = pageOf(member);
      return page.serial(() => spentBy(deps, page, jobId));
    },
    append: (member, spent) => {
      const page = pageOf(member);
      return page.serial(() => append(deps, page, spent));
    },
  };
}

/** Adds up what a job has cost. An unreadable line is skipped: a person may have edited the file. */
async function spentBy({ disk }: SpendBookDeps, { path }: Page, jobId: string) {
  const bytes = (await disk.readFrom(path, 0)) ?? Buffer.alloc(0);
  let turns = 0;
  let usd = 0;
  for (const text of linesWith(bytes, jobId)) {
    const line = spendLine.safeParse(parseHashedLine(text));
    if (!line.success || line.data.jobId !== jobId) continue;
    usd += line.data.budgetUsd;
    if (line.data.kind === "main" && line.data.whole) turns += 1;
  }
  return { turns, usd };
}

const newline = 10;

/** Decodes only lines that name the job, because the file may hold years of lines. */
function* linesWith(bytes: Buffer, jobId: string): Generator<string> {
  const needle = JSON.stringify(jobId);
  for (let at = bytes.indexOf(needle); at !== -1;) {
    const start = bytes.lastIndexOf(newline, at) + 1;
    const end = bytes.indexOf(newline, at);
    if (end === -1) return; // the last line is incomplete
    yield bytes.toString("utf8", start, end);
    at = bytes.indexOf(needle, end);
  }
}

async function append(deps: SpendBookDeps, page: Page, spent: Omit<SpendLine, "v" | "at">): Promise<void> {
  const line: SpendLine = { v: 1, at: timestamp(deps.clock), ...spent };
  const text = `${formatHashedLine(line)}\n`;
  const at = page.bytes ?? (await wholeBytes(deps, page));
  page.bytes = null; // until the append is known to have succeeded
  if (at === 0) await deps.disk.makeDirectories(dirname(page.path));
  await deps.disk.append({ path: page.path, text, at });
  page.bytes = at + Buffer.byteLength(text);
}

/** Returns the length of the complete lines, and warns of an unreadable one. */
async function wholeBytes({ disk, warn }: SpendBookDeps, { path }: Page): Promise<number> {
  const bytes = (await disk.readFrom(path, 0)) ?? Buffer.alloc(0);
  const end = bytes.lastIndexOf(newline) + 1;
  const lines = bytes.toString("utf8", 0, end).split("\n").slice(0, -1);
  const damaged = lines.findIndex((line) => !spendLine.safeParse(parseHashedLine(line)).success);
  if (damaged !== -1) warn(`Line ${damaged + 1} of ${path} cannot be read, and is not counted.`);
  return end;
}
