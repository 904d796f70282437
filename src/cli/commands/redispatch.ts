// guild-hall redispatch <id>: a new commission that goes on with an ended one; prints its id, and follows it where asked to.
import { redispatchRequest } from "../../contract/commission/follow-up.ts";
import { refuse } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { printJson, printLines } from "../print.ts";
import { readBounds } from "../read/read-bounds.ts";
import { readMemberConfig } from "../read/read-member-config.ts";
import { readScript } from "../read/read-commission.ts";
import { wait } from "./commission.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const script = await readScript(cli, text(input, "rehearsal"));
  if (typeof script === "object") return script;
  const config = readBounds(input);
  if ("ok" in config) return config;
  const member = await readMemberConfig(cli, input);
  if (!member.ok) return member;
  const note = text(input, "note");
  const order = {
    ...(flag(input, "fresh") && { fresh: true }),
    ...(flag(input, "on-red") && { onRed: true }),
    ...(note !== undefined && { note }),
    ...(script !== undefined && { rehearsal: script }),
    ...(Object.keys(config).length > 0 && { config }),
    ...member.given,
  };
  const [issue] = redispatchRequest.safeParse(order).error?.issues ?? [];
  if (issue) return refuse("usage", `--${String(issue.path.at(-1))}: ${issue.message}.`);
  const hall = await getHall(cli);
  const id = await hall.client.resolveId(parameter(input, 0));
  const created = await hall.client.redispatch(id, order, cli.newKey());
  const json = flag(input, "json");
  if (!json) printLines(cli, [created.id]);
  if (flag(input, "wait")) return wait(cli, { hall, created, json });
  if (json) printJson(cli, created);
  return 0;
}
