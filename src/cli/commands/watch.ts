// guild-hall watch <id>: follows one commission; stopping to watch does not stop the worker.
import type { CommissionId } from "../../contract/ids.ts";
import type { Client } from "../../client/client.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../command.ts";
import { getHall } from "../hall/get-hall.ts";
import { followToEnd } from "../live/follow.ts";
import { createView } from "../live/view.ts";
import { interruptedExit, pageStyle, printJson, printLines } from "../print.ts";
import { endingLines } from "../render/ending.ts";

interface Watched {
  client: Client;
  id: CommissionId;
}

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  return flag(input, "json") ? watchAsJson(cli, { client, id }) : watch(cli, { client, id });
}

async function watch(cli: Cli, { client, id }: Watched): Promise<number> {
  const ended = await followToEnd(
    { client, id, signal: cli.console.stopped, clock: cli.clock },
    createView(cli),
  );
  if (!ended) return interruptedExit(cli);
  printLines(cli, endingLines(ended, pageStyle(cli)));
  return 0;
}

async function watchAsJson(cli: Cli, { client, id }: Watched): Promise<number> {
  for await (const event of client.followCommission(id, 0, cli.console.stopped)) printJson(cli, event);
  return cli.console.stopped.aborted ? interruptedExit(cli) : 0;
}
