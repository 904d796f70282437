// guild-hall needs, defer and recall: lists what needs the person, defers an item, and brings a deferred one back.
import { refuse } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { getHall } from "../hall/get-hall.ts";
import { waitingWork } from "../hall/waiting-work.ts";
import { printFound, printLines } from "../print.ts";
import { attentionKeyOf } from "../read/attention-key.ts";
import { parseWhen, whenExpected } from "../read/parse-when.ts";
import { deferredLine, itemLines, needsLines } from "../render/hall/attention.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";

/** The hall lists at most this many items in one answer. */
const most = 1000;

export async function needs(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const list = await client.attention.list({ limit: most });
  const found = flag(input, "all") ? list : { ...list, deferred: [] };
  printFound(cli, input, { found, lines: needsLines });
  const waiting = flag(input, "json") ? null : await waitingWork(cli, client);
  if (waiting !== null) printLines(cli, ["", waiting]);
  return 0;
}

export async function defer(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = text(input, "until");
  const until = typed === undefined ? null : parseWhen(typed, cli.clock.now());
  if (until === undefined) return refuse("usage", `--until is "${typed}"; ${whenExpected}`);
  const { client } = await getHall(cli);
  const key = await attentionKeyOf(client.attention, parameter(input, 0));
  if (typeof key !== "string") return key;
  const found = await client.attention.defer(key, until);
  return printFound(cli, input, { found, lines: (item, style) => [deferredLine(item, style)] });
}

export async function recall(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const key = await attentionKeyOf(client.attention, parameter(input, 0));
  if (typeof key !== "string") return key;
  const found = await client.attention.recall(key);
  return printFound(cli, input, {
    found,
    lines: (item, style) => ["It needs you again:", ...itemLines(item, style)],
  });
}
