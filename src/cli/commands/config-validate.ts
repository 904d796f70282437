// guild-hall config validate [file]: needs no hall, and changes nothing.
import { refuse } from "../../contract/api/problem.ts";
import { plural } from "../../base/text/plural.ts";
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { checkConfigFile, configPath, problemLines } from "../offline/config-file.ts";
import { printJson, printLines } from "../print.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const [named] = input.parameters;
  const file = named ?? configPath(cli);
  const found = await checkConfigFile(cli, file);
  if (found.state === "absent" && named !== undefined)
    return refuse(
      "usage",
      `There is no file ${named}.`,
      "guild-hall config path prints where the hall's own is.",
    );
  const problems = found.state === "broken" ? found.problems : [];
  if (flag(input, "json")) printJson(cli, { ok: problems.length === 0, file, problems });
  else if (found.state === "absent")
    printLines(cli, [`There is no ${oneLine(file, 4000)}: the defaults hold.`]);
  else if (found.state === "good")
    printLines(cli, [`${oneLine(file, 4000)} is good: it sets ${plural(found.given.length, "key")}.`]);
  else
    printLines(
      cli,
      problemLines(file, problems).map((line) => oneLine(line, 4000)),
    );
  return problems.length === 0 ? 0 : 1;
}
