// Lists the commissions that continue, or were interrupted, when the hall stops.
import { plural } from "../../../base/text/plural.ts";
import type { Stopped } from "../../../contract/api/stop.ts";
import type { CommissionSummary } from "../../../contract/commission/meta.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import { memberOf } from "../../../contract/member/member.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { shortIds } from "../short-ids.ts";

export function interruptedLines(
  { stopped, left }: Stopped,
  commissions: readonly CommissionSummary[],
): string[] {
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
      ? ["These have not ended yet. The hall told them to end, and the next hall will find them:"]
      : []),
    ...left.map(line),
    ...(stopped.length + left.length > 0 ? ['"guild-hall up" continues the interrupted work.'] : []),
    ...(isAtMember ? ["A guild member begins its jobs anew; their cost so far still counts."] : []),
  ];
}

export function goesOnLines(commissions: CommissionSummary[] | undefined): string[] {
  if (commissions === undefined)
    return ["The hall did not say which commissions it had; those at work continue."];
  const atWork = commissions.filter(({ status }) => status === "in_progress" || status === "dispatched");
  const waiting = commissions.length - atWork.length;
  const short = shortIds(commissions.map(({ id }) => id));
  return [
    atWork.length === 0
      ? "No commission was at work."
      : `${plural(atWork.length, "commission")} at work ${atWork.length === 1 ? "continues" : "continue"}:`,
    ...atWork.map(({ id, worker, title }) => `  ${short.get(id) ?? id}  ${worker}  ${oneLine(title, 80)}`),
    ...(waiting > 0 ? [`${plural(waiting, "commission")} waiting will start when a hall is up again.`] : []),
    ...(atWork.length > 0 ? [`"guild-hall up" finds ${atWork.length === 1 ? "it" : "them"} again.`] : []),
  ];
}
