// guild-hall config validate and path: checks the file config.yaml and prints its path. They need no hall.
import { plural } from "../../base/text/plural.ts";
import { refuse } from "../../contract/api/problem.ts";
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { checkConfigFile, configPath, problemLines } from "../offline/config-file.ts";
import { printFound, printLines } from "../print.ts";
import type { CommandInput, Done } from "../table/command.ts";

export async function validate(cli: Cli, input: CommandInput): Promise<Done> {
  const [named] = input.parameters;
  const file = named ?? configPath(cli);
  const checked = await checkConfigFile(cli, file);
  if (checked.state === "absent" && named !== undefined)
    return refuse(
      "usage",
      `There is no file ${named}.`,
      "guild-hall config path prints where the hall's own file is.",
    );
  const problems = checked.state === "broken" ? checked.problems : [];
  const ok = problems.length === 0;
  const name = oneLine(file, 4000);
  printFound(cli, input, {
    found: { ok, file, problems },
    lines: () => {
      if (checked.state === "absent") return [`There is no ${name}: the defaults hold.`];
      if (checked.state === "good")
        return [`${name} is good: it sets ${plural(checked.given.length, "key")}.`];
      return problemLines(file, problems).map((line) => oneLine(line, 4000));
    },
  });
  return ok ? 0 : 1;
}

export async function path(cli: Cli, _input: CommandInput): Promise<Done> {
  printLines(cli, [configPath(cli)]);
  return 0;
}
