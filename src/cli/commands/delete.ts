// guild-hall delete <id>
import type { Deleted } from "../../contract/api/api.ts";
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { printJson, printLines } from "../print.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  const deleted = await client.remove(id, { failedToo: flag(input, "failed-too") });
  if (flag(input, "json")) printJson(cli, deleted);
  else printLines(cli, deletedLines(deleted));
  return 0;
}

/** A job at a guild member is the member's own: it is for the person to take away. */
export function deletedLines({ id, movedTo, memberJob }: Deleted): string[] {
  const done = movedTo === null ? `Deleted ${id}.` : `Moved ${id} to ${movedTo}.`;
  if (memberJob === null) return [done];
  const { member, jobId } = memberJob;
  const stays =
    jobId === null
      ? `A job of it may have got to guild member ${member}, and stays there.`
      : `Its job ${oneLine(jobId, 200)} stays at guild member ${member}, with its files.`;
  return [done, stays];
}
