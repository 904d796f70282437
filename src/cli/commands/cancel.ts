// guild-hall cancel <id>
import { isEndedStatus } from "../../contract/commission/commission.ts";
import { cancelRequest, type CommissionDetail } from "../../contract/api/api.ts";
import { refuse } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { printJson, printLines } from "../print.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const reason = text(input, "reason") ?? "cancelled from the command line";
  const [issue] = cancelRequest.safeParse({ reason }).error?.issues ?? [];
  if (issue) return refuse("usage", `--reason: ${issue.message}.`);
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  const before = await client.detail(id);
  const after = await client.cancel(id, reason);
  if (flag(input, "json")) printJson(cli, after);
  else printLines(cli, [outcome(before, after)]);
  return 0;
}

function outcome(before: CommissionDetail, after: CommissionDetail): string {
  if (isEndedStatus(before.status)) return `It had already ended: ${before.status}.`;
  if (after.status === "cancelled") return `Cancelled ${after.id}.`;
  if (isEndedStatus(after.status)) return `It ended before the cancel reached it: ${after.status}.`;
  return `Cancelling; it is still ${after.status}. "guild-hall watch ${after.id}" follows it to the end.`;
}
