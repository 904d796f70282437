// Renders `guild-hall review`: finished work that is not yet on the person's branch, with what it takes to decide.
import { plural } from "../../../base/text/plural.ts";
import type { ReviewItem, ReviewList, ReviewProject } from "../../../contract/commission/review-list.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { sealOf } from "../../../rules/show/seal.ts";
import { ago, costText } from "../measures.ts";
import type { Paint } from "../paint.ts";
import { shortIds } from "../short-ids.ts";
import { sealWords, statusBrush } from "../status-word.ts";
import { actWords, commentsText, landingNote, landingText } from "./landing.ts";

export interface ReviewStyle {
  paint: Paint;
  now: number;
}

export function reviewLines(list: ReviewList, style: ReviewStyle): string[] {
  const { items, total, waiting, projects } = list;
  const short = shortIds(items.map(({ commission }) => commission.id));
  const left = total - items.length;
  return [
    style.paint.bold(waitingText(waiting)),
    ...items.flatMap((item) => ["", ...itemLines(item, { ...style, id: short.get(item.commission.id) })]),
    ...(left > 0 ? ["", `And ${left} more.`] : []),
    ...(waiting === 0 || items.length === 0 ? [] : ["", style.paint.dim(howTo)]),
    ...seenLines(list),
    ...(projects.length === 0 ? [] : ["", style.paint.bold("Merged, and not yet on your branch")]),
    ...projects.map(projectLine),
  ];
}

const howTo =
  "To look at one: guild-hall diff ID. To decide: guild-hall review accept ID, send-back ID or reject ID.";

/** Returns a text such as "2 finished works wait for you." */
function waitingText(waiting: number): string {
  if (waiting === 0) return "No finished work waits for you.";
  return waiting === 1 ? "1 finished work waits for you." : `${waiting} finished works wait for you.`;
}

/** For the end of other lists; `null` if nothing waits. */
export function waitingLine(waiting: number): string | null {
  return waiting === 0 ? null : `${waitingText(waiting).replace(/\.$/, "")}: guild-hall review`;
}

function seenLines({ seen, items }: ReviewList): string[] {
  const hidden = seen - items.filter(({ commission }) => commission.landing?.seen).length;
  return hidden <= 0 ? [] : ["", `${hidden} more ticked as seen: guild-hall review --seen`];
}

function itemLines(item: ReviewItem, style: ReviewStyle & { id: string | undefined }): string[] {
  const { commission } = item;
  const { paint } = style;
  const { stopped } = commission.landing ?? {};
  const landing = landingText(commission, paint);
  return [
    paint.bold(oneLine(commission.title, 300)),
    `  ${factsText(item, style)}`,
    ...(landing === null || landingNote(commission) === "waits for you" ? [] : [`  ${landing}`]),
    ...(stopped
      ? [`  ${paint.red(`${actWords[stopped.act]} stopped`)}: ${oneLine(stopped.message, 1000)}`]
      : []),
    paint.dim(`  ${[style.id ?? commission.id, ...actsOf(item)].join("  ")}`),
  ];
}

function factsText({ commission, stat }: ReviewItem, { paint, now }: ReviewStyle): string {
  const seal = sealOf(commission);
  const checked = commission.checked ? ` (${commission.checked.passed} of ${commission.checked.total})` : "";
  const when = commission.endedAt === null ? [] : [ago(now - Date.parse(commission.endedAt))];
  const comments = commentsText(commission);
  return [
    oneLine(commission.worker, 40),
    ...(commission.project === null ? [] : [commission.project]),
    ...(seal === null ? [] : [statusBrush(paint, commission)(sealWords[seal]) + checked]),
    stat === null ? "size unknown" : statText(stat),
    costText(commission.cost),
    ...when,
    ...(comments === null ? [] : [comments]),
    ...(commission.landing?.seen ? ["seen"] : []),
  ].join(" · ");
}

function statText({ files, additions, deletions }: NonNullable<ReviewItem["stat"]>): string {
  return `${plural(files, "file")} +${additions} -${deletions}`;
}

/** Names the acts that the hall would not refuse now. */
function actsOf({ refusals }: ReviewItem): string[] {
  return [
    ...(refusals.accept === null ? ["accept"] : []),
    ...(refusals.sendBack === null ? ["send-back"] : []),
    ...(refusals.reject === null && refusals.undo !== null ? ["reject"] : []),
    ...(refusals.undo === null ? ["undo"] : []),
  ];
}

function projectLine({ project, branch, integration, ahead }: ReviewProject): string {
  const own = branch === null ? "your branch" : oneLine(branch, 200);
  const commits = ahead === null ? "commits" : plural(ahead, "commit");
  return `  ${project}: ${oneLine(integration, 200)} has ${commits} that ${own} lacks: guild-hall take ${project}`;
}
