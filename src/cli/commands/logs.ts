// guild-hall logs [-f]: prints the hall's log as readable text.
import { type FileHandle, open, stat } from "node:fs/promises";
import { homeLayout } from "../../contract/home/home-layout.ts";
import { refuse } from "../../contract/api/problem.ts";
import { sleep } from "../../host/clock.ts";
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { interruptedExit } from "../print.ts";
import { logLine } from "../render/log-line.ts";

const pollMs = 250;
const chunkBytes = 1_000_000;

/** A log file being read, and its offset. It stays open, so that a rotated log is read to its end. */
interface Reading {
  handle: FileHandle;
  file: number;
  offset: number;
  /** Keeps the first bytes of a character whose other bytes have not been written yet. */
  decoder: TextDecoder;
  rest: string;
}

export async function logs(cli: Cli, input: CommandInput): Promise<Done> {
  const path = homeLayout(cli.home).hallLog;
  let reading = await printNews(cli, { path });
  try {
    if (!reading && !flag(input, "follow"))
      return refuse(
        "not_found",
        `There is no log at ${path}.`,
        'The hall writes it once "guild-hall up" has run.',
      );
    while (flag(input, "follow") && !cli.console.stopped.aborted) {
      await sleep(cli.clock, pollMs, cli.console.stopped);
      reading = await printNews(cli, { path, before: reading });
    }
  } finally {
    await reading?.handle.close();
  }
  return cli.console.stopped.aborted ? interruptedExit(cli) : 0;
}

interface Followed {
  path: string;
  before?: Reading | undefined;
}

/**
 * Prints what is new in the log. A rotated log is a new file under the same name: the old one is read to its end first.
 */
async function printNews(cli: Cli, { path, before }: Followed): Promise<Reading | undefined> {
  const now = await stat(path).catch(() => undefined);
  const isSame = before !== undefined && now?.ino === before.file && now.size >= before.offset;
  if (before) await printRest(cli, before);
  if (!now || isSame) return before;
  const reading = await openLog(path);
  if (!reading) return before;
  await before?.handle.close();
  await printRest(cli, reading);
  return reading;
}

/** Returns `undefined` if the file was just rotated away. */
async function openLog(path: string): Promise<Reading | undefined> {
  const handle = await open(path, "r").catch(() => undefined);
  if (!handle) return undefined;
  const { ino } = await handle.stat();
  return { handle, file: ino, offset: 0, decoder: new TextDecoder(), rest: "" };
}

async function printRest(cli: Cli, reading: Reading): Promise<void> {
  const buffer = Buffer.alloc(chunkBytes);
  for (;;) {
    const { bytesRead } = await reading.handle.read(buffer, 0, chunkBytes, reading.offset);
    if (bytesRead === 0) return;
    reading.offset += bytesRead;
    const text = reading.decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
    reading.rest = printLinesOf(cli, reading.rest + text);
  }
}

/** Prints whole lines and returns the incomplete last one. */
function printLinesOf(cli: Cli, text: string): string {
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  cli.console.out(lines.map((line) => `${logLine(line, cli.paint)}\n`).join(""));
  return rest;
}
