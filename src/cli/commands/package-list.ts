// guild-hall package list: what lies in the home's packages, where it came from, and whether it is still that.
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { type ListedPackage, listPackages } from "../offline/packages.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { tableLines } from "../render/table.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const packages = await listPackages(cli);
  if (flag(input, "json")) printJson(cli, { packages });
  else if (packages.length === 0)
    printLines(cli, ['None was added. "guild-hall workers" shows those that came with the hall.']);
  else {
    const rows = packages.map((one) => row(cli, one));
    printLines(cli, [
      ...tableLines({ head: ["NAME", "KIND", "STATE", "FROM"], rows }, pageStyle(cli)),
      ...packages.flatMap(({ name, problems }) =>
        problems.map((text) => cli.paint.yellow(`problem: ${oneLine(`${name}: ${text}`, 4000)}`)),
      ),
    ]);
  }
  return 0;
}

function row({ paint }: Cli, { name, kinds, state, from }: ListedPackage) {
  const brush = state === "broken" || state === "changed" ? { brush: paint.yellow } : {};
  return [
    { text: oneLine(name, 40) },
    { text: kinds.join(", ") },
    { text: state, ...brush },
    { text: oneLine(from ?? "put there by hand", 4000) },
  ];
}
