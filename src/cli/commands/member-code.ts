// guild-hall members validate, add and remove: manages the code of guild members, which needs no hall.
import { resolve } from "node:path";
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { addMember, removeMember, validateMember } from "../offline/members.ts";
import { pageStyle, printFound, printJson, printLines } from "../print.ts";
import { typedMember } from "../read/member-name.ts";
import { type ShownAsks, asksLines, validatedLines } from "../render/hall/asks.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";

export async function validate(cli: Cli, input: CommandInput): Promise<Done> {
  const directory = resolve(cli.console.directory, parameter(input, 0));
  const { asks, problems, warnings } = await validateMember(cli, directory);
  const ok = problems.length === 0;
  printFound(cli, input, {
    found: { ok, directory, problems, warnings, asks },
    lines: (shown, style) => validatedLines(shown, { ...style, sound: "The guild member is sound." }),
  });
  return ok ? 0 : 1;
}

/** Shows what the member asks for, then copies it into the home. */
export async function add(cli: Cli, input: CommandInput): Promise<Done> {
  const isJson = flag(input, "json");
  let asks: ShownAsks | undefined;
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
  else printLines(cli, addedLines({ name: asks?.name ?? "", ...done, directory, movedTo }));
  return 0;
}

interface Added {
  name: string;
  takesWork: boolean;
  directory: string | null;
  movedTo: string | null;
}

function addedLines({ name, takesWork, directory, movedTo }: Added): string[] {
  if (directory === null) return ["Nothing was changed."];
  const kept = "Its jobs and its memory stay.";
  const before = movedTo === null ? [] : [`The old code is in the trash: ${oneLine(movedTo, 4000)}. ${kept}`];
  const what = takesWork ? `, as member:${name}.` : ". It serves tools, and takes no work.";
  return [`Added to ${oneLine(directory, 4000)}${what}`, ...before];
}

export async function remove(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedMember(input);
  if (!typed.ok) return typed;
  const { name } = typed;
  const removed = await removeMember(cli, name);
  if (!removed.ok) return removed;
  const { was, movedTo } = removed;
  const how =
    movedTo === null
      ? `Guild member ${name} is no longer linked. The directory behind the link is unchanged.`
      : `Guild member ${name} was moved to the trash, with its jobs and its memory: ${oneLine(movedTo, 4000)}.`;
  return printFound(cli, input, { found: { name, was, movedTo }, lines: () => [how] });
}
