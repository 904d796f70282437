// guild-hall members list, start, stop and logs: controls the processes of guild members through the hall.
import type { z } from "zod";
import { refuse } from "../../contract/api/problem.ts";
import type { memberLogs } from "../../contract/member/members.ts";
import { printable } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { getHall } from "../hall/get-hall.ts";
import { printFound, type PageStyle } from "../print.ts";
import { typedMember } from "../read/member-name.ts";
import { memberLines, startedLine, stoppedLine } from "../render/hall/members.ts";
import { text, type CommandInput, type Done } from "../table/command.ts";

export async function list(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  return printFound(cli, input, { found: await client.members.list(), lines: memberLines });
}

export async function start(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedMember(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  const found = await client.members.start(typed.name);
  return printFound(cli, input, { found, lines: (member) => [startedLine(member)] });
}

export async function stop(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedMember(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  const found = await client.members.stop(typed.name);
  return printFound(cli, input, { found, lines: (member) => [stoppedLine(member)] });
}

export async function logs(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedMember(input);
  if (!typed.ok) return typed;
  const bytes = bytesOf(text(input, "bytes"));
  if (bytes === null) return refuse("usage", "--bytes takes a number from 1 to 1000000.");
  const { client } = await getHall(cli);
  return printFound(cli, input, { found: await client.members.logs(typed.name, bytes), lines: logLines });
}

function bytesOf(given: string | undefined): { bytes?: number } | null {
  if (given === undefined) return {};
  const bytes = /^[0-9]{1,7}$/.test(given) ? Number(given) : 0;
  return bytes >= 1 && bytes <= 1_000_000 ? { bytes } : null;
}

function logLines({ name, text, cut }: z.infer<typeof memberLogs>, { paint }: PageStyle): string[] {
  if (text === "") return [`Guild member ${name} has printed nothing.`];
  const lines = text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => printable(line));
  return [...(cut ? [paint.dim("(earlier output is left out)")] : []), ...lines];
}
