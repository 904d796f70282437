// guild-hall package add DIR|TARBALL|NPM-SPEC: shows what it asks for, then takes a copy of it into the home.
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { addPackage, type Asks } from "../offline/packages.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { asksLines } from "../render/hall/asks.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const isJson = flag(input, "json");
  let asks: Asks | undefined;
  const done = await addPackage(cli, {
    from: parameter(input, 0),
    dryRun: flag(input, "dry-run"),
    show: (found) => {
      asks = found;
      if (!isJson) printLines(cli, [...asksLines(found, pageStyle(cli)), ""]);
    },
  });
  if (!done.ok) return done;
  const { directory = null, movedTo = null } = done.added ?? {};
  if (isJson) printJson(cli, { ...asks, directory, movedTo });
  else printLines(cli, endLines({ directory, movedTo }));
  return 0;
}

function endLines({ directory, movedTo }: { directory: string | null; movedTo: string | null }): string[] {
  if (directory === null) return ["Nothing was changed."];
  const before = movedTo === null ? [] : [`The one before it is in the trash: ${oneLine(movedTo, 4000)}.`];
  return [`Added to ${oneLine(directory, 4000)}.`, ...before];
}
