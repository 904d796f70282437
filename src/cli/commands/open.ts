// guild-hall open [id]: the page in the person's browser.
import type { Cli } from "../cli.ts";
import { type CommandInput, type Done, flag } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { openPage } from "../hall/open-page.ts";
import { pageLink } from "../hall/page-link.ts";
import { printLines } from "../print.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
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
