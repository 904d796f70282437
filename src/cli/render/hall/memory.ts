// Renders the memory for people. Keys and scopes are checked names; other text comes from outside.
import type { MemoryAuthor, MemoryEntry, MemoryVersion } from "../../../contract/memory/memory.ts";
import type { MemoryList, MemoryScopes, MemoryScopeSummary } from "../../../contract/memory/memory-routes.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { bytesText, count } from "../../../rules/show/measures.ts";
import { ago } from "../measures.ts";
import type { Paint } from "../paint.ts";
import { type Cell, tableLines } from "../table.ts";

export interface MemoryStyle {
  paint: Paint;
  width: number;
  now: number;
}

export function scopeLines(scopes: MemoryScopes["scopes"], style: MemoryStyle): string[] {
  const rows = scopes.map((each): Cell[] => [
    { text: each.scope },
    { text: String(each.entries) },
    { text: count(each.tokens) },
    { text: bytesText(each.bytes) },
    { text: each.problem ?? (each.over ? overText(each) : ""), brush: style.paint.yellow },
  ]);
  return tableLines({ head: ["SCOPE", "ENTRIES", "TOKENS", "SIZE", ""], rows }, style);
}

export function entryLines({ entries, ...scope }: MemoryList, style: MemoryStyle): string[] {
  const { paint } = style;
  const rows = entries.map((entry): Cell[] => [
    { text: entry.key },
    { text: String(entry.version) },
    { text: ago(style.now - Date.parse(entry.at)) },
    { text: count(entry.tokens) },
    { text: authorText(entry.by) },
    { text: marksOf(entry).join(", "), brush: paint.yellow },
  ]);
  const given = `${entries.length === 1 ? "1 entry" : `${entries.length} entries`}, ${count(scope.tokens)} tokens; a worker gets the newest ${count(scope.capTokens)} of what it may read`;
  return [
    ...tableLines({ head: ["KEY", "VERSION", "CHANGED", "TOKENS", "BY", "MARKS"], rows }, style),
    paint.dim(given),
    ...(scope.over ? [paint.yellow(overText(scope))] : []),
  ];
}

export function historyLines(versions: readonly MemoryVersion[], style: MemoryStyle): string[] {
  const rows = versions.map((each): Cell[] => [
    { text: String(each.version) },
    { text: ago(style.now - Date.parse(each.at)) },
    { text: changeText(each) },
    { text: bytesText(each.bytes) },
    { text: authorText(each.by) },
    { text: marksOf(each).join(", "), brush: style.paint.yellow },
  ]);
  return tableLines({ head: ["VERSION", "WHEN", "CHANGE", "SIZE", "BY", "MARKS"], rows }, style);
}

/** Formats as "version 3, 5m ago, by researcher for commission 0197f3a2-..., untrusted". */
export function entryLine(entry: MemoryEntry, { now }: Pick<MemoryStyle, "now">): string {
  const { version, at, by } = entry;
  const whose = by.kind === "person" ? "" : ` for commission ${by.commission}`;
  return [
    `version ${version}`,
    ago(now - Date.parse(at)),
    `by ${authorText(by)}${whose}`,
    ...marksOf(entry),
  ].join(", ");
}

function overText({ compactAtTokens }: Pick<MemoryScopeSummary, "compactAtTokens">): string {
  return `more than ${count(compactAtTokens)} tokens: older entries are condensed`;
}

function changeText({ change, of }: MemoryVersion): string {
  return of === null ? change : `${change} to version ${of}`;
}

export function authorText(by: MemoryAuthor): string {
  if (by.kind === "person") return "a person";
  return by.kind === "chore" ? `${oneLine(by.worker, 40)} (chore)` : oneLine(by.worker, 40);
}

function marksOf({
  untrusted,
  rehearsed,
  suspect,
}: Pick<MemoryEntry, "untrusted" | "rehearsed" | "suspect">): string[] {
  return [
    ...(untrusted ? ["untrusted"] : []),
    ...(rehearsed ? ["rehearsed"] : []),
    ...(suspect ? ["may be damaged"] : []),
  ];
}
