// guild-hall up, down and status: starts and stops the hall, and shows its state.
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { goesOnText } from "../hall/benches-at-work.ts";
import { bringUp } from "../hall/bring-up.ts";
import { findHall } from "../hall/find-hall.ts";
import { getHall } from "../hall/get-hall.ts";
import { leftMembers, leftMembersLines } from "../hall/left-members.ts";
import { removeOpenings } from "../hall/open-page.ts";
import { stopHall } from "../hall/stop-hall.ts";
import { findUnfinished, stopWork } from "../hall/stop-work.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { commissionTable } from "../render/commission/commission-table.ts";
import { hallLines } from "../render/hall/hall.ts";
import { goesOnLines } from "../render/hall/stopped-work.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";

const defaultPort = 4747;

export async function up(cli: Cli, input: CommandInput): Promise<Done> {
  const port = portFrom(cli.console.env["GUILD_HALL_PORT"]);
  if (typeof port !== "number") return port;
  return bringUp({ ...cli, json: flag(input, "json"), foreground: flag(input, "foreground") }, port);
}

function portFrom(text: string | undefined): number | Refusal {
  if (text === undefined || text === "") return defaultPort;
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  return refuse("usage", `GUILD_HALL_PORT is "${text}" and must be a port from 0 to 65535 (0 = any).`);
}

const goneWithinMs = 20_000;

/** Stops the hall. Workers are separate processes: they continue, unless the person gave --stop. */
export async function down(cli: Cli, input: CommandInput): Promise<Done> {
  await removeOpenings(cli.home);
  const hall = await findHall(cli, cli.home);
  if (!hall) {
    const goesOn = await goesOnText(cli.home);
    const members = leftMembersLines(await leftMembers(cli, cli.home));
    printLines(cli, [`No hall runs for ${cli.home}.`, ...(goesOn === undefined ? [] : [goesOn]), ...members]);
    return 0;
  }
  const running = await findUnfinished(cli, hall.client);
  const stopped = flag(input, "stop") ? await stopWork(cli, hall.client) : undefined;
  const gone = await stopHall(cli, { record: hall.record, withinMs: goneWithinMs });
  if (!gone)
    return refuse("internal", `The hall (process ${hall.record.pid}) was asked to stop but still runs.`);
  const members = leftMembersLines(await leftMembers(cli, cli.home));
  printLines(cli, ["The hall has stopped.", ...(stopped ?? goesOnLines)(running), ...members]);
  return 0;
}

export async function status(cli: Cli, input: CommandInput): Promise<Done> {
  const { client, record } = await getHall(cli);
  const found = await client.status();
  if (flag(input, "json")) {
    printJson(cli, { url: record.url, ...found });
    return 0;
  }
  const style = pageStyle(cli);
  const tables = [];
  // Blocked commissions have not ended, but no worker works on them: the table names them and the reason.
  for (const shown of ["in_progress", "blocked"]) {
    const { commissions } = await client.list({ status: shown, limit: 50 });
    if (commissions.length > 0) tables.push("", ...commissionTable(commissions, style));
  }
  printLines(cli, [...hallLines({ ...found, url: record.url }, style), ...tables]);
  return 0;
}
