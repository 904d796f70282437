// Tells a person what an act on finished work did, or why it stopped and what to do.
import { plural } from "../../../base/text/plural.ts";
import type { CommissionDetail } from "../../../contract/commission/detail.ts";
import type { LandingAct } from "../../../contract/commission/landing.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { hasPassed } from "../../../rules/checks/has-passed.ts";
import type { PageStyle } from "../../print.ts";
import type { Paint } from "../paint.ts";
import { lastStopLines } from "./landing.ts";

const intoOf = ({ branch }: CommissionDetail) => oneLine(branch?.into ?? "the integration branch", 200);

export function actingText(detail: CommissionDetail, act: LandingAct): string {
  const into = intoOf(detail);
  return act === "accept"
    ? `The hall checks the merge of "${oneLine(detail.title, 200)}" into ${into}...`
    : `The hall checks ${into} without "${oneLine(detail.title, 200)}"...`;
}

export function actLines(detail: CommissionDetail, act: LandingAct, { paint }: PageStyle): string[] {
  const { landing, afterEnd } = detail;
  if (landing?.stopped?.act === act)
    return [...lastStopLines(detail, paint).map((line) => line.replace(/^ {2}/, "")), ...wayOn(detail, act)];
  const commit = landing?.commit?.slice(0, 12) ?? "";
  const done =
    act === "accept" ? `Accepted: it is on ${intoOf(detail)} as ${commit}.` : undoneText(detail, commit);
  return [paint.green(done + passedText(afterEnd?.checks ?? [])), ...takeLine(detail)];
}

function undoneText(detail: CommissionDetail, commit: string): string {
  return `Undone: ${commit} on ${intoOf(detail)} reverts it.`;
}

function passedText(checks: NonNullable<CommissionDetail["afterEnd"]>["checks"]): string {
  const passed = checks.filter(hasPassed).length;
  return checks.length === 0 ? "" : ` ${plural(passed, "check")} passed on the result.`;
}

function takeLine({ project }: CommissionDetail): string[] {
  return project === null ? [] : [`To bring it to your own branch: guild-hall take ${project}`];
}

/** Says that nothing moved, and which acts are left. */
function wayOn(detail: CommissionDetail, act: LandingAct): string[] {
  const { id, afterEnd } = detail;
  const stays =
    act === "accept"
      ? `${intoOf(detail)} is as it was, and the work stays on its branch.`
      : `${intoOf(detail)} is as it was.`;
  const again = afterEnd?.refusals.sendBack === null ? backTo(id) : [];
  return [stays, ...(act === "accept" ? again : [])];
}

function backTo(id: string): string[] {
  return [`To have a worker mend it: guild-hall review send-back ${id} --note "..."`];
}

export function rejectedLines(detail: CommissionDetail, { paint }: { paint: Paint }): string[] {
  const kept = detail.branch === null ? "" : ` Its branch ${oneLine(detail.branch.name, 200)} is kept.`;
  return [
    `${paint.yellow("Rejected.")}${kept}`,
    `To have its work continued after all: guild-hall redispatch ${detail.id}`,
  ];
}

export function seenLine({ id, landing }: CommissionDetail): string {
  return landing?.seen
    ? `Ticked as seen. To take the tick back: guild-hall review seen ${id} --undo`
    : "It is in the list again.";
}
