// guild-hall config unset <key>
import type { Cli } from "../cli.ts";
import { parameter, type CommandInput, type Done } from "../table/command.ts";
import { changed } from "../config-changed.ts";
import { changeConfig, refuseKey } from "../offline/config-file.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const key = parameter(input, 0);
  const refusal = refuseKey(key);
  if (refusal) return refusal;
  const done = await changeConfig(cli, { key, typed: undefined });
  return changed(cli, { done, said: `${key} is not set any more`, otherwise: `${key} was not set` });
}
