// guild-hall project documents <name> [<text>]
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { printJson, printLines } from "../print.ts";
import { typedProject } from "../read/project-name.ts";

/** As many as the hall tells at once. */
const limit = 1000;

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const [, text = ""] = input.parameters;
  const { client } = await getHall(cli);
  const found = await client.projects.documents(typed.name, { text, limit });
  if (flag(input, "json")) printJson(cli, found);
  else if (found.documents.length === 0)
    printLines(cli, [`No document on ${oneLine(found.branch, 200)} fits.`]);
  else {
    printLines(
      cli,
      found.documents.map((path) => oneLine(path, 1000)),
    );
    if (found.more) cli.console.err(`${cli.errPaint.dim("There are more: give words of the path.")}\n`);
  }
  return 0;
}
