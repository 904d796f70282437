// What a person is told after config.yaml was to be changed.
import { refuse } from "../contract/problem.ts";
import { oneLine } from "../host/terminal.ts";
import type { Cli } from "./cli.ts";
import type { Done } from "./command.ts";
import { findHall } from "./hall/find-hall.ts";
import { type changeConfig, configPath, isBehindLink, problemLines } from "./offline/config-file.ts";
import { printLines } from "./print.ts";

export interface Outcome {
  done: Awaited<ReturnType<typeof changeConfig>>;
  said: string;
  /** Where the file was that way before. */
  otherwise: string;
}

export async function changed(cli: Cli, { done, said, otherwise }: Outcome): Promise<Done> {
  const file = configPath(cli);
  if (!done.ok && done.why === "broken") {
    const lines = problemLines(file, done.problems).map((line) => oneLine(line, 4000));
    return refuse(
      "bad_config",
      `The file is broken, so it was left alone.\n${lines.join("\n")}`,
      "Put it right by hand first.",
    );
  }
  if (!done.ok) return refuse("bad_config", done.message);
  const where = `in ${oneLine(file, 4000)}.`;
  if (!done.wrote) printLines(cli, [`${otherwise} ${where}`]);
  else printLines(cli, [`${said} ${where}`, ...(await effect(cli))]);
  return 0;
}

async function effect(cli: Cli): Promise<string[]> {
  if (!(await findHall(cli, cli.home))) return [];
  return (await isBehindLink(cli))
    ? ["The file is a link: the hall that runs takes it over at its next start."]
    : ["The hall that runs takes it over by itself."];
}
