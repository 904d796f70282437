// guild-hall clean, worktrees and spend: removes files that were kept long enough, lists or prunes worktrees,
// and shows what work has cost.
import { refuse } from "../../contract/api/problem.ts";
import { spendingQuery } from "../../contract/commission/spending.ts";
import { localDay } from "../../host/local-day.ts";
import { spentByDay } from "../../rules/model/spending.ts";
import type { Cli } from "../cli.ts";
import { getHall } from "../hall/get-hall.ts";
import { printFound } from "../print.ts";
import { cleanLines } from "../render/hall/clean.ts";
import { spendLines } from "../render/hall/spend.ts";
import { pruneLines, worktreeLines } from "../render/hall/worktrees.ts";
import { flag, text, type CommandInput, type Done } from "../table/command.ts";

export async function clean(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const found = await client.clean({ dryRun: flag(input, "dry-run") });
  printFound(cli, input, { found, lines: cleanLines });
  return found.problems.length > 0 ? 1 : 0;
}

export async function worktrees(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  if (!flag(input, "prune"))
    return printFound(cli, input, { found: await client.worktrees(), lines: worktreeLines });
  const found = await client.pruneWorktrees({ dryRun: flag(input, "dry-run") });
  printFound(cli, input, { found, lines: pruneLines });
  return found.problems.length > 0 ? 1 : 0;
}

export async function spend(cli: Cli, input: CommandInput): Promise<Done> {
  const asked = spendingQuery.safeParse({ days: text(input, "days") });
  if (!asked.success)
    return refuse("usage", `"--days" takes a whole number from 1 to 366, not "${text(input, "days")}".`);
  const { client } = await getHall(cli);
  const spending = await client.spending(asked.data);
  const days = spentByDay(spending, { ...asked.data, now: cli.clock.now(), dayOf: localDay });
  return printFound(cli, input, {
    found: { ...spending, days },
    lines: (_, style) => spendLines(days, { ...style, days: asked.data.days }),
  });
}
