// guild-hall open and guild-hall browsers ...: opens the page, and lists or forgets the browsers that the hall knows.
import type { Client } from "../../client/client.ts";
import type { PageKeyId } from "../../contract/api/page-keys.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { getHall } from "../hall/get-hall.ts";
import { openPage } from "../hall/open-page.ts";
import { pageLink } from "../hall/page-link.ts";
import { printFound, printLines } from "../print.ts";
import { browserLines, forgottenLine } from "../render/hall/browsers.ts";
import { type CommandInput, type Done, flag } from "../table/command.ts";

export async function open(cli: Cli, input: CommandInput): Promise<Done> {
  const hall = await getHall(cli);
  const { client, record } = hall;
  const [given] = input.parameters;
  const id = given === undefined ? undefined : await client.resolveId(given);
  const link = await pageLink(hall, id);
  if (flag(input, "print")) {
    printLines(cli, [link]);
    return 0;
  }
  const problem = await openPage(cli, { home: record.home, link });
  if (problem !== null) cli.console.err(`${cli.errPaint.yellow(problem)}\n`);
  printLines(cli, [
    problem === null
      ? "The page opens in your browser. If it does not, follow this link:"
      : "Follow this link:",
    `  ${link}`,
    cli.paint.dim("It works once, within ten minutes: from then on the hall knows that browser."),
  ]);
  return problem === null ? 0 : 1;
}

export async function listBrowsers(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  return printFound(cli, input, { found: await client.browsers.list(), lines: browserLines });
}

export async function forgetBrowsers(cli: Cli, input: CommandInput): Promise<Done> {
  const [typed] = input.parameters;
  if ((typed === undefined) !== flag(input, "all"))
    return refuse("usage", "Give the key of one browser, or --all.");
  const { client } = await getHall(cli);
  const key = typed === undefined ? null : await findKey(client, typed);
  if (key !== null && typeof key !== "string") return key;
  const found = await (key === null ? client.browsers.forgetAll() : client.browsers.forget(key));
  return printFound(cli, input, { found, lines: (done) => [forgottenLine(done)] });
}

async function findKey({ browsers }: Client, typed: string): Promise<PageKeyId | Refusal> {
  const found = (await browsers.list()).browsers.filter(({ key }) => key.startsWith(typed));
  const [only, second] = found;
  const see = 'Run "guild-hall browsers list" to see which there are.';
  if (!only) return refuse("not_found", `No browser's key starts with "${typed}".`, see);
  return second ? refuse("ambiguous_id", `${found.length} keys start with "${typed}".`, see) : only.key;
}
