// guild-hall members logs <name>: what a member printed last.
import { refuse } from "../../contract/api/problem.ts";
import { printable } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, text, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { typedMember } from "../read/member-name.ts";
import { printJson, printLines } from "../print.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedMember(input);
  if (!typed.ok) return typed;
  const bytes = bytesOf(text(input, "bytes"));
  if (bytes === null) return refuse("usage", "--bytes takes a number from 1 to 1000000.");
  const { client } = await getHall(cli);
  const logs = await client.members.logs(typed.name, bytes);
  if (flag(input, "json")) printJson(cli, logs);
  else if (logs.text === "") printLines(cli, [`Guild member ${logs.name} has printed nothing.`]);
  else {
    const lines = logs.text
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => printable(line));
    printLines(cli, [...(logs.cut ? [cli.paint.dim("(what was before is left out)")] : []), ...lines]);
  }
  return 0;
}

function bytesOf(given: string | undefined): { bytes?: number } | null {
  if (given === undefined) return {};
  const bytes = /^[0-9]{1,7}$/.test(given) ? Number(given) : 0;
  return bytes >= 1 && bytes <= 1_000_000 ? { bytes } : null;
}
