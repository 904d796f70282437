// guild-hall logs [-f]: the hall's log as people read it.
import { open, stat } from "node:fs/promises";
import { homeLayout } from "../../contract/home/home-layout.ts";
import { refuse } from "../../contract/api/problem.ts";
import { sleep } from "../../host/clock.ts";
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { interruptedExit } from "../print.ts";
import { logLine } from "../render/log-line.ts";

const pollMs = 250;
const chunkBytes = 1_000_000;

/** How far a file was read; a rotated log is another file under the same name. */
interface Place {
  path: string;
  file: number;
  offset: number;
  rest: string;
}

const beginning = { file: 0, offset: 0, rest: "" };

export async function logs(cli: Cli, input: CommandInput): Promise<Done> {
  const path = homeLayout(cli.home).hallLog;
  let place = await printFrom(cli, { ...beginning, path });
  if (!place && !flag(input, "follow"))
    return refuse("not_found", `There is no log at ${path}.`, 'It is written once "guild-hall up" has run.');
  while (flag(input, "follow") && !cli.console.stopped.aborted) {
    await sleep(cli.clock, pollMs, cli.console.stopped);
    place = (await printFrom(cli, place ?? { ...beginning, path })) ?? place;
  }
  return cli.console.stopped.aborted ? interruptedExit(cli) : 0;
}

async function printFrom(cli: Cli, from: Place): Promise<Place | undefined> {
  const now = await stat(from.path).catch(() => undefined);
  if (!now) return undefined;
  const isSame = now.ino === from.file && now.size >= from.offset;
  const place = isSame ? { ...from } : { ...beginning, path: from.path, file: now.ino };
  const handle = await open(from.path, "r");
  try {
    const decoder = new TextDecoder();
    const buffer = Buffer.alloc(chunkBytes);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes, place.offset);
      if (bytesRead === 0) return place;
      place.offset += bytesRead;
      place.rest = printLinesOf(
        cli,
        place.rest + decoder.decode(buffer.subarray(0, bytesRead), { stream: true }),
      );
    }
  } finally {
    await handle.close();
  }
}

/** Prints whole lines; what is left waits for its end. */
function printLinesOf(cli: Cli, text: string): string {
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  cli.console.out(lines.map((line) => `${logLine(line, cli.paint)}\n`).join(""));
  return rest;
}
