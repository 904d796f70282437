// Tells a person the outcome of a change to config.yaml.
import { refuse } from "../contract/api/problem.ts";
import { sleep } from "../host/clock.ts";
import { oneLine } from "../host/person/terminal.ts";
import type { Cli } from "./cli.ts";
import type { Done } from "./table/command.ts";
import { answerWithinMs, findHall, type FoundHall } from "./hall/find-hall.ts";
import { inTime } from "./hall/in-time.ts";
import {
  type changeConfig,
  configPath,
  isBehindLink,
  problemLines,
  readWithoutHall,
} from "./offline/config-file.ts";
import { printLines } from "./print.ts";

export interface ConfigOutcome {
  done: Awaited<ReturnType<typeof changeConfig>>;
  said: string;
  /** Printed if the file already had this content. */
  otherwise: string;
}

export async function changed(cli: Cli, { done, said, otherwise }: ConfigOutcome): Promise<Done> {
  const file = configPath(cli);
  if (!done.ok && done.why === "broken") {
    const lines = problemLines(file, done.problems).map((line) => oneLine(line, 4000));
    return refuse(
      "bad_config",
      `The file is broken, so the command left it alone.\n${lines.join("\n")}`,
      "Correct it by hand first.",
    );
  }
  if (!done.ok) return refuse("bad_config", done.message);
  const where = `in ${oneLine(file, 4000)}.`;
  if (!done.wrote) printLines(cli, [`${otherwise} ${where}`]);
  else printLines(cli, [`${said} ${where}`, ...(await effect(cli))]);
  return 0;
}

async function effect(cli: Cli): Promise<string[]> {
  const hall = await findHall(cli, cli.home);
  if (!hall) return [];
  if (await isBehindLink(cli))
    return ["The file is a link, so the hall takes the change over at its next start."];
  return (await isInForce(cli, hall))
    ? ["The running hall uses it now."]
    : ["The running hall takes it over by itself."];
}

/** Waits until the hall uses the new settings, so that the next commission gets them. Gives up on a busy hall. */
async function isInForce(cli: Cli, { client }: FoundHall): Promise<boolean> {
  const written = await readWithoutHall(cli);
  if ("ok" in written) return false;
  const wanted = JSON.stringify(written.config);
  return inTime({ clock: cli.clock, ms: answerWithinMs }, async (signal) => {
    while (JSON.stringify((await client.config(signal)).config) !== wanted)
      await sleep(cli.clock, pauseMs, signal);
    return true;
  }).catch(() => false);
}

const pauseMs = 50;
