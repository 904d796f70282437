// guild-hall spend
import { refuse } from "../../contract/api/problem.ts";
import { spendingQuery } from "../../contract/commission/spending.ts";
import { localDay } from "../../host/local-day.ts";
import { spentByDay } from "../../rules/model/spending.ts";
import type { Cli } from "../cli.ts";
import { flag, text, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { spendLines } from "../render/hall/spend.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const asked = spendingQuery.safeParse({ days: text(input, "days") });
  if (!asked.success)
    return refuse("usage", `"--days" takes a whole number from 1 to 366, not "${text(input, "days")}".`);
  const { client } = await getHall(cli);
  const spending = await client.spending(asked.data);
  const days = spentByDay(spending, { ...asked.data, now: cli.clock.now(), dayOf: localDay });
  if (flag(input, "json")) printJson(cli, { ...spending, days });
  else printLines(cli, spendLines(days, { ...pageStyle(cli), days: asked.data.days }));
  return 0;
}
