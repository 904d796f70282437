// Renders `guild-hall status` for people.
import type { HallStatus } from "../../../contract/api/hall-status.ts";
import { statuses } from "../../../contract/commission/commission.ts";
import { sandboxText } from "../../../rules/limits/sandbox-text.ts";
import { defaultModelWords } from "../../../rules/show/model-words.ts";
import { oneLine, wrapTo } from "../../../host/person/terminal.ts";
import { span } from "../measures.ts";
import type { Paint } from "../paint.ts";
import { statusWord } from "../status-word.ts";

export interface HallStyle {
  paint: Paint;
  width: number;
  now: number;
}

export function hallLines(hall: HallStatus & { url: string }, style: HallStyle): string[] {
  const { paint } = style;
  const rows: readonly (readonly [string, string])[] = [
    [
      "hall",
      `${hall.url} (release ${hall.version}, process ${hall.pid}, up ${span(style.now - Date.parse(hall.startedAt))})`,
    ],
    ["home", oneLine(hall.home, 4000)],
    ["slots", slotsText(hall.slots)],
    ["work", workText(hall, paint)],
    ...(hall.waiting === null
      ? []
      : [["waiting", paint.yellow(oneLine(hall.waiting.message, 2000))] as const]),
    ...(hall.quota === null ? [] : [["quota", quotaText(hall.quota, style)] as const]),
    [
      "model",
      `${hall.model.available ? "available" : paint.yellow("none")}: ${oneLine(hall.model.detail, 2000)}; ${oneLine(defaultModelWords(hall.model.default), 300)}`,
    ],
    ["sandbox", sandboxText({ ...hall.sandbox, detail: oneLine(hall.sandbox.detail, 2000) })],
  ];
  return [
    ...rows.flatMap((row) => labelled(row, style)),
    ...hall.problems.map((text) => problem(text, paint)),
  ];
}

/**
 * Says how many slots are in use. More may be in use than are allowed, if the person has lowered the number.
 */
function slotsText({ used, total }: HallStatus["slots"]): string {
  if (used <= total) return `${used} of ${total} in use`;
  return `${used} at work, ${total} allowed: none starts until ${used - total + 1} have ended`;
}

function labelled([name, value]: readonly [string, string], { paint, width }: HallStyle): string[] {
  const [first = "", ...rest] = wrapTo(value, Math.max(30, width - 9));
  return [`${paint.dim(name.padEnd(7))}  ${first}`, ...rest.map((line) => `         ${line}`)];
}

function quotaText({ pausedUntil, message }: NonNullable<HallStatus["quota"]>, style: HallStyle): string {
  const leftMs = Date.parse(pausedUntil) - style.now;
  const when =
    leftMs > 0
      ? `used up until ${pausedUntil} (${span(leftMs)} left)`
      : `should be free since ${pausedUntil}; one commission tries it first`;
  return `${style.paint.yellow(when)}: ${oneLine(message, 2000)}`;
}

function workText(hall: HallStatus, paint: Paint): string {
  const counted = statuses.filter((status) => (hall.commissions[status] ?? 0) > 0);
  if (counted.length === 0) return "no commissions yet";
  return counted.map((status) => `${hall.commissions[status]} ${statusWord(paint, status)}`).join(", ");
}

function problem(text: string, paint: Paint): string {
  return paint.yellow(`problem: ${oneLine(text, 2000)}`);
}
