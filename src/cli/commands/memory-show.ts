// guild-hall memory show <scope> <key>: the text alone on standard output, so that it can be kept with `>`.
import type { MemoryEntry } from "../../contract/memory/memory.ts";
import { printable } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, text, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { typedPlace, typedVersion } from "../read/memory-place.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { entryLine } from "../render/hall/memory.ts";
import { proseLines } from "../render/prose.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedPlace(input);
  if (!typed.ok) return typed;
  const wanted = text(input, "version");
  const number = wanted === undefined ? undefined : typedVersion("--version", wanted);
  if (number?.ok === false) return number;
  const { client } = await getHall(cli);
  if (number === undefined) {
    const found = await client.memory.entry(typed.place);
    return print(cli, { found, entry: found.entry, content: found.content, json: flag(input, "json") });
  }
  const found = await client.memory.version({ ...typed.place, version: number.version });
  return print(cli, { found, entry: found.version, content: found.content, json: flag(input, "json") });
}

interface Shown {
  found: unknown;
  entry: MemoryEntry;
  content: string;
  json: boolean;
}

function print(cli: Cli, { found, entry, content, json }: Shown): number {
  if (json) {
    printJson(cli, found);
    return 0;
  }
  const style = pageStyle(cli);
  printLines(cli, proseLines(printable(content).trimEnd(), style.width));
  const brush = entry.untrusted ? cli.errPaint.yellow : cli.errPaint.dim;
  cli.console.err(`${brush(entryLine(entry, style))}\n`);
  return 0;
}
