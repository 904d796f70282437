// guild-hall members add DIR: shows what a guild member is, then takes a copy of it into the home.
import { resolve } from "node:path";
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { addMember } from "../offline/members.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { type Asks, asksLines } from "../render/hall/asks.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const isJson = flag(input, "json");
  let asks: Asks | undefined;
  const done = await addMember(cli, {
    directory: resolve(cli.console.directory, parameter(input, 0)),
    dryRun: flag(input, "dry-run"),
    show: (found) => {
      asks = found;
      if (!isJson) printLines(cli, [...asksLines(found, pageStyle(cli)), ""]);
    },
  });
  if (!done.ok) return done;
  const { directory = null, movedTo = null } = done.added ?? {};
  if (isJson) printJson(cli, { ...asks, directory, movedTo });
  else printLines(cli, endLines({ name: asks?.name ?? "", ...done, directory, movedTo }));
  return 0;
}

interface Ended {
  name: string;
  takesWork: boolean;
  directory: string | null;
  movedTo: string | null;
}

function endLines({ name, takesWork, directory, movedTo }: Ended): string[] {
  if (directory === null) return ["Nothing was changed."];
  const kept = "Its jobs and its memory stay.";
  const before =
    movedTo === null ? [] : [`The code before it is in the trash: ${oneLine(movedTo, 4000)}. ${kept}`];
  const what = takesWork ? `, as member:${name}.` : ". It serves tools, and takes no work.";
  return [`Added to ${oneLine(directory, 4000)}${what}`, ...before];
}
