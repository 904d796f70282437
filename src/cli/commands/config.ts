// guild-hall config show, set and unset: shows and changes the settings of the running hall, or of the next one.
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { Settings } from "../../contract/api/settings.ts";
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { changed } from "../config-changed.ts";
import { lookForHall } from "../hall/get-hall.ts";
import {
  changeConfig,
  configPath,
  keysToShow,
  problemLines,
  readWithoutHall,
  refuseKey,
} from "../offline/config-file.ts";
import { printFound } from "../print.ts";
import { configLines, valueText } from "../render/hall/config.ts";
import { parameter, type CommandInput, type Done } from "../table/command.ts";

export async function show(cli: Cli, input: CommandInput): Promise<Done> {
  const [wanted] = input.parameters;
  const refusal = refuseKey(wanted);
  if (refusal) return refusal;
  const hall = await lookForHall(cli);
  const found = hall ? await hall.client.config() : await readOffline(cli);
  if ("ok" in found) return found;
  const keys = keysToShow(found, wanted);
  if (keys.length === 0 && wanted?.includes(".")) return notThere(wanted);
  const [first] = keys;
  const running = hall !== undefined;
  if (first && keys.length === 1 && first.key === wanted) {
    const { key, value, default: byDefault, given } = first;
    printFound(cli, input, {
      found: { key, value, default: byDefault, given },
      lines: () => [valueText(value)],
    });
  } else
    printFound(cli, input, {
      found: { running, ...found },
      lines: (_, style) =>
        keys.length === 0
          ? [`${wanted ?? "config.yaml"} has no entries.`]
          : configLines({ found, keys, running }, style),
    });
  for (const line of problemLines(found.file, found.problems))
    cli.console.err(`${cli.errPaint.yellow("problem:")} ${oneLine(line, 4000)}\n`);
  return 0;
}

async function readOffline(cli: Cli): Promise<Settings | Refusal> {
  const found = await readWithoutHall(cli);
  if (!("ok" in found)) return found;
  const lines = problemLines(configPath(cli), found.problems).map((line) => oneLine(line, 4000));
  return refuse(
    "bad_config",
    `The file is broken, and there was never a good one.\n${lines.join("\n")}`,
    "A hall does not start with this file.",
  );
}

function notThere(wanted: string): Refusal {
  return refuse(
    "bad_config",
    `The configuration has no "${wanted}".`,
    `guild-hall config show ${wanted.split(".")[0]} lists what it has.`,
  );
}

export async function set(cli: Cli, input: CommandInput): Promise<Done> {
  const key = parameter(input, 0);
  const refusal = refuseKey(key);
  if (refusal) return refusal;
  const done = await changeConfig(cli, { key, typed: parameter(input, 1) });
  return changed(cli, { done, said: `${key} is set`, otherwise: `${key} already has this value` });
}

export async function unset(cli: Cli, input: CommandInput): Promise<Done> {
  const key = parameter(input, 0);
  const refusal = refuseKey(key);
  if (refusal) return refusal;
  const done = await changeConfig(cli, { key, typed: undefined });
  return changed(cli, { done, said: `${key} is no longer set`, otherwise: `${key} was not set` });
}
