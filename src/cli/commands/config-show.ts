// guild-hall config show [key]: what a running hall goes by or, without one, what the next hall would.
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { Settings } from "../../contract/api/settings.ts";
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { lookForHall } from "../hall/get-hall.ts";
import { configPath, keysToShow, problemLines, readWithoutHall, refuseKey } from "../offline/config-file.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { configLines, valueText } from "../render/hall/config.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const [wanted] = input.parameters;
  const refusal = refuseKey(wanted);
  if (refusal) return refusal;
  const hall = await lookForHall(cli);
  const found = hall ? await hall.client.config() : await readOffline(cli);
  if ("ok" in found) return found;
  const keys = keysToShow(found, wanted);
  if (keys.length === 0 && wanted?.includes(".")) return notThere(wanted);
  const [first] = keys;
  const one = keys.length === 1 && first?.key === wanted ? first : undefined;
  if (flag(input, "json"))
    printJson(
      cli,
      one
        ? { key: one.key, value: one.value, default: one.default, given: one.given }
        : { running: hall !== undefined, ...found },
    );
  else if (one) printLines(cli, [valueText(one.value)]);
  else if (keys.length === 0) printLines(cli, [`${wanted ?? "config.yaml"} has no entries.`]);
  else printLines(cli, configLines({ found, keys, running: hall !== undefined }, pageStyle(cli)));
  for (const line of problemLines(found.file, found.problems))
    cli.console.err(`${cli.errPaint.yellow("problem:")} ${oneLine(line, 4000)}\n`);
  return 0;
}

function notThere(wanted: string): Refusal {
  return refuse(
    "bad_config",
    `Nothing of the name "${wanted}" is in the configuration.`,
    `guild-hall config show ${wanted.split(".")[0]} lists what is.`,
  );
}

async function readOffline(cli: Cli): Promise<Settings | Refusal> {
  const found = await readWithoutHall(cli);
  if (!("ok" in found)) return found;
  const lines = problemLines(configPath(cli), found.problems).map((line) => oneLine(line, 4000));
  return refuse(
    "bad_config",
    `The file is broken, and no good one was ever in force.\n${lines.join("\n")}`,
    "A hall does not start with it.",
  );
}
