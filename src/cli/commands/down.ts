// guild-hall down: stops the hall; its workers are processes of their own and go on, or are interrupted with it.
import type { Stopped } from "../../contract/api/stop.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { memberOf } from "../../contract/member/member.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { refuse } from "../../contract/api/problem.ts";
import { plural } from "../../base/text/plural.ts";
import { oneLine } from "../../host/person/terminal.ts";
import type { Client } from "../../client/client.ts";
import type { Cli } from "../cli.ts";
import { type CommandInput, type Done, flag } from "../table/command.ts";
import { goesOnText } from "../hall/benches-at-work.ts";
import { answerWithinMs, findHall } from "../hall/find-hall.ts";
import { inTime } from "../hall/in-time.ts";
import { leftMembers, leftMembersLines } from "../hall/left-members.ts";
import { removeOpenings } from "../hall/open-page.ts";
import { stopHall } from "../hall/stop-hall.ts";
import { shortIds } from "../render/short-ids.ts";
import { printLines } from "../print.ts";

const goneWithinMs = 20_000;

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  await removeOpenings(cli.home);
  const hall = await findHall(cli, cli.home);
  if (!hall) {
    const goesOn = await goesOnText(cli.home);
    const members = leftMembersLines(await leftMembers(cli, cli.home));
    printLines(cli, [`No hall runs for ${cli.home}.`, ...(goesOn === undefined ? [] : [goesOn]), ...members]);
    return 0;
  }
  const running = await unfinished(cli, hall.client);
  const stopped = flag(input, "stop") ? await stopWork(cli, hall.client) : undefined;
  const gone = await stopHall(cli, { record: hall.record, withinMs: goneWithinMs });
  if (!gone)
    return refuse("internal", `The hall (process ${hall.record.pid}) was asked to stop but still runs.`);
  const members = leftMembersLines(await leftMembers(cli, cli.home));
  printLines(cli, ["The hall has stopped.", ...(stopped ?? goesOn)(running), ...members]);
  return 0;
}

/** Best effort: a hall that does not answer any more is stopped all the same. */
async function unfinished({ clock }: Cli, client: Client): Promise<CommissionSummary[] | undefined> {
  const open = ["in_progress", "dispatched", "pending", "paused", "blocked"] as const;
  try {
    const pages = await inTime({ clock, withinMs: answerWithinMs }, (signal) =>
      Promise.all(open.map((status) => client.list({ status, limit: 1000 }, signal))),
    );
    return pages.flatMap((page) => page.commissions);
  } catch {
    return undefined;
  }
}

/** Longer than the hall takes to end its workers by force. */
const workEndsWithinMs = 10_000;

/** A hall that does not answer any more cannot interrupt anybody: then its work goes on, and that is said. */
async function stopWork({ clock }: Cli, client: Client): Promise<typeof goesOn> {
  try {
    const { stopped, left } = await inTime({ clock, withinMs: workEndsWithinMs }, (signal) =>
      client.stop({ stopWork: true }, signal),
    );
    return (commissions) => interrupted({ stopped, left }, commissions ?? []);
  } catch {
    return (commissions) => ["It could not interrupt its work any more.", ...goesOn(commissions)];
  }
}

export function interrupted({ stopped, left }: Stopped, commissions: readonly CommissionSummary[]): string[] {
  const short = shortIds([...new Set([...commissions.map(({ id }) => id), ...stopped, ...left])]);
  const line = (id: CommissionId) => {
    const found = commissions.find((each) => each.id === id);
    return `  ${short.get(id) ?? id}  ${found ? `${found.worker}  ${oneLine(found.title, 80)}` : ""}`.trimEnd();
  };
  const isAtMember = commissions.some(
    ({ id, worker }) => memberOf(worker) !== null && [...stopped, ...left].includes(id),
  );
  return [
    stopped.length === 0
      ? "No work was interrupted."
      : `${plural(stopped.length, "commission")} interrupted:`,
    ...stopped.map(line),
    ...(left.length > 0
      ? ["These have not ended yet; they were asked to, and the next hall sees to them:"]
      : []),
    ...left.map(line),
    ...(stopped.length + left.length > 0 ? ['"guild-hall up" goes on with what was interrupted.'] : []),
    ...(isAtMember ? ["A guild member begins its own anew; what that has cost so far stays counted."] : []),
  ];
}

function goesOn(commissions: CommissionSummary[] | undefined): string[] {
  if (commissions === undefined)
    return ["It did not say which commissions it had; those that run go on running."];
  const atWork = commissions.filter(({ status }) => status === "in_progress" || status === "dispatched");
  const waiting = commissions.length - atWork.length;
  const short = shortIds(commissions.map(({ id }) => id));
  return [
    atWork.length === 0
      ? "No commission was at work."
      : `${plural(atWork.length, "commission")} at work ${atWork.length === 1 ? "goes" : "go"} on running:`,
    ...atWork.map(({ id, worker, title }) => `  ${short.get(id) ?? id}  ${worker}  ${oneLine(title, 80)}`),
    ...(waiting > 0 ? [`${plural(waiting, "commission")} waiting will start when a hall is up again.`] : []),
    ...(atWork.length > 0 ? [`"guild-hall up" finds ${atWork.length === 1 ? "it" : "them"} again.`] : []),
  ];
}
