// guild-hall list
import type { Client, ListOptions } from "../../client/client.ts";
import type { ListedCommission } from "../../contract/api/api.ts";
import { refuse } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { flag, text, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { parseWhen, whenExpected } from "../read/parse-when.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { commissionTable } from "../render/commission/commission-table.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = text(input, "since");
  const since = typed === undefined ? undefined : parseWhen(typed, cli.clock.now(), "back");
  if (typed !== undefined && since === undefined)
    return refuse("usage", `--since is "${typed}"; ${whenExpected}`);
  const { client } = await getHall(cli);
  const query = {
    status: text(input, "status"),
    trust: text(input, "trust"),
    worker: text(input, "worker"),
    project: text(input, "project"),
    label: text(input, "label"),
    since,
    filter: text(input, "filter"),
  };
  const commissions = await allPages(client, query);
  if (flag(input, "json")) printJson(cli, { commissions, nextCursor: null });
  else if (commissions.length === 0) printLines(cli, [emptyText(query)]);
  else printLines(cli, commissionTable(commissions, pageStyle(cli)));
  return 0;
}

function emptyText(query: ListOptions): string {
  const isNarrowed = Object.values(query).some((value) => value !== undefined);
  return isNarrowed ? "No commissions match." : "No commissions.";
}

async function allPages(client: Client, query: ListOptions): Promise<ListedCommission[]> {
  const found: ListedCommission[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.list({ ...query, limit: 1000, cursor });
    found.push(...page.commissions);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
