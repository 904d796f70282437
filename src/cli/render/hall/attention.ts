// Renders `guild-hall needs`: the items that need a person, each with the key by which it can be deferred.
import type { AttentionItem, AttentionKind, AttentionList } from "../../../contract/api/attention.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { needsTitle } from "../../../rules/show/needs-title.ts";
import { capital, inWords } from "../../../base/text/number-words.ts";
import { ago, span } from "../measures.ts";
import type { Paint } from "../paint.ts";
import { proseLines } from "../prose.ts";

export interface NeedsStyle {
  paint: Paint;
  /** Columns; Infinity for a pipe. */
  width: number;
  now: number;
}

export function needsLines(list: AttentionList, style: NeedsStyle): string[] {
  const { items, total, deferred, deferredTotal } = list;
  const putOff = deferredTotal === 0 ? "" : ` ${capital(things(deferredTotal))} deferred.`;
  return [
    style.paint.bold(`${needsTitle(total)}.`) + putOff,
    ...items.flatMap((item) => ["", ...itemLines(item, style)]),
    ...more(total - items.length),
    ...(deferred.length === 0 ? [] : ["", style.paint.bold("Deferred")]),
    ...deferred.flatMap((item) => ["", ...itemLines(item, style)]),
    ...(deferred.length === 0 ? [] : more(deferredTotal - deferred.length)),
  ];
}

function things(total: number): string {
  return `${inWords(total)} ${total === 1 ? "is" : "are"}`;
}

function more(left: number): string[] {
  return left > 0 ? ["", `And ${left} more.`] : [];
}

export function itemLines(item: AttentionItem, style: NeedsStyle): string[] {
  const { paint, width } = style;
  const said = (text: string) => proseLines(oneLine(text, 2000), width - 2).map((line) => `  ${line}`);
  return [
    ...proseLines(oneLine(item.title, 500), width).map((line) => paint.bold(line)),
    ...(item.detail === "" ? [] : said(item.detail)),
    `  ${brushOf(item.kind, paint)(kindWords[item.kind])}${paint.dim(aboutText(item, style))}`,
    paint.dim(`  ${item.key}`),
  ];
}

function aboutText(item: AttentionItem, style: NeedsStyle): string {
  const { worker, project, since, rehearsed } = item;
  const parts = [
    worker,
    project,
    since === null ? null : ago(style.now - Date.parse(since)),
    rehearsed ? "rehearsed" : null,
    item.deferred === null ? null : `deferred ${untilText(item.deferred, style)}`,
  ];
  return parts
    .filter((part) => part !== null)
    .map((part) => `  ${part}`)
    .join("");
}

/** Formats as "until its cause changes" or "until 2026-12-01T09:00:00.000Z (2d)". */
function untilText({ until }: { until: string | null }, { now }: NeedsStyle): string {
  return until === null ? "until its cause changes" : `until ${until} (${span(Date.parse(until) - now)})`;
}

export function deferredLine({ title, deferred }: AttentionItem, style: NeedsStyle): string {
  const when = deferred === null ? "" : ` ${untilText(deferred, style)}`;
  return `Deferred${when}: ${oneLine(title, 500)}`;
}

const kindWords: Readonly<Record<AttentionKind, string>> = {
  model: "model",
  quota: "quota",
  question: "question",
  setup: "set-up",
  refuted: "refuted",
  conflict: "conflict",
  failed: "failed",
  project: "project",
  member: "guild member",
  package: "package",
  hall: "hall",
};

function brushOf(kind: AttentionKind, paint: Paint): (text: string) => string {
  return kind === "refuted" || kind === "failed" || kind === "conflict" ? paint.red : paint.yellow;
}
