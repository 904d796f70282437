// Sets or removes one key in the text of config.yaml and keeps every other byte. Returns `null` for text that
// it does not understand. The caller parses the result again before using it.
import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from "yaml";
import { type Wanted, wantedAt } from "./edit.ts";

interface Place {
  text: string;
  newline: string;
}

export function splice(text: string, change: Wanted): string | null {
  const place = { text, newline: text.includes("\r\n") ? "\r\n" : "\n" };
  const root = parseDocument(text).contents;
  const path = change.key.split(".");
  if (isMap(root) && root.flow) return inFlow(place, { map: root, path, change });
  if (root !== null && !isBlockMap(root)) return null;
  return within(place, { map: root, path, change });
}

interface Spot<Map> {
  map: Map;
  /** The parts of the key that are below this map. */
  path: readonly string[];
  change: Wanted;
}

/**
 * Replaces a value in a flow map, such as `{ a: 1 }`. Returns `null` for a missing key, because it cannot add
 * one.
 */
function inFlow(place: Place, { map, path, change }: Spot<YAMLMap>): string | null {
  const [name = "", ...rest] = path;
  const pair = pairIn(map, name);
  if (pair === undefined || change.value === undefined) return null;
  if (rest.length === 0) return renewed(place, pair, change.value);
  return isMap(pair.value) ? inFlow(place, { map: pair.value, path: rest, change }) : null;
}

function within(place: Place, { map, path, change }: Spot<YAMLMap | null>): string | null {
  const [name = "", ...rest] = path;
  const pair = map === null ? undefined : pairIn(map, name);
  const isRoot = path.length === change.key.split(".").length;
  if (pair === undefined) {
    if (change.value === undefined) return place.text;
    const lines = nested(path, change.value);
    return isRoot || map === null ? appended(place, map, lines) : added(place, map, lines);
  }
  if (rest.length > 0) return below(place, { map: pair, path: rest, change });
  return change.value === undefined ? cut(place, pair) : renewed(place, pair, change.value);
}

/** Makes the change inside a key's value, which may be a block map, a flow map, empty, or something else. */
function below(place: Place, { map: pair, path, change }: Spot<Pair>): string | null {
  const inner = pair.value;
  if (isBlockMap(inner)) return within(place, { map: inner, path, change });
  const isThere = isNode(inner) && inner.range !== undefined && inner.range?.[0] !== inner.range?.[1];
  if (!isThere) return underEmpty(place, pair, nested(path, change.value));
  const instead = wantedAt(change, change.key.split(".").slice(0, -path.length));
  return (
    (isMap(inner) ? inFlow(place, { map: inner, path, change }) : null) ??
    replaced(place, inner, flow(instead))
  );
}

/** Returns one line for each part of the key, each indented below the one before it. */
function nested(path: readonly string[], value: unknown): string[] {
  return path.map((name, at) => {
    const isLast = at === path.length - 1;
    return `${"  ".repeat(at)}${name}:${isLast ? ` ${flow(value)}` : ""}`;
  });
}

/** Removes the key's lines, with a comment at their end, and keeps the comments above the key. */
function cut({ text }: Place, pair: Pair): string | null {
  const [start, end] = [startOf(pair.key), endOf(pair.value) ?? colonAfter(text, pair)];
  if (start === undefined || end === undefined) return null;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  if (text.slice(from, start).trim() !== "") return null;
  const to = text.indexOf("\n", end);
  return text.slice(0, from) + (to < 0 ? "" : text.slice(to + 1));
}

function renewed(place: Place, pair: Pair, value: unknown): string | null {
  const node = pair.value;
  const colon = colonAfter(place.text, pair);
  if (!isNode(node) || colon === undefined) return null;
  if (isSeq(node) && !node.flow) return renewedList(place, { node, colon, items: value });
  if (isBlockMap(node)) return renewedBlock(place, { node, colon, value });
  const [start, end] = node.range ?? [0, 0];
  // A comment may follow an empty value directly.
  if (start === end) return insert(place.text, colon, ` ${flow(value)}`);
  return isScalar(node) || isAlias(node) || isCollection(node) ? replaced(place, node, flow(value)) : null;
}

/** Replaces the items of a list that has one item per line. The new list has the same form, unless it is empty. */
function renewedList(
  { text, newline }: Place,
  { node, colon, items }: { node: Node; colon: number; items: unknown },
): string | null {
  const [start, end] = [node.range?.[0], endOf(node)];
  if (start === undefined || end === undefined) return null;
  if (!Array.isArray(items) || items.length === 0)
    return `${text.slice(0, colon)} ${flow(items)}${text.slice(end)}`;
  const indent = " ".repeat(columnOf(text, start));
  const lines = items.map((item) => `- ${flow(item)}`).join(`${newline}${indent}`);
  return text.slice(0, start) + lines + text.slice(end);
}

/** Replaces a block with a value on the line of its key, and keeps a comment on that line. */
function renewedBlock(
  { text }: Place,
  { node, colon, value }: { node: Node; colon: number; value: unknown },
): string | null {
  const end = endOf(node);
  if (end === undefined) return null;
  const said = text.slice(colon, lineEnd(text, colon));
  return `${text.slice(0, colon)} ${flow(value)}${said}${text.slice(lineEnd(text, end))}`;
}

function replaced({ text }: Place, { range }: Node, by: string): string | null {
  return range ? text.slice(0, range[0]) + by + text.slice(range[1]) : null;
}

/** Inserts after the section's last key, in the same column. */
function added(place: Place, map: YAMLMap, lines: readonly string[]): string | null {
  const [first, last] = [startOf(map.items[0]?.key), endOf(map)];
  if (first === undefined || last === undefined) return null;
  return insert(place.text, lineEnd(place.text, last), indented(place, lines, columnOf(place.text, first)));
}

/** Inserts into a section that is empty, perhaps because its keys are commented out. */
function underEmpty(place: Place, section: Pair, lines: readonly string[]): string | null {
  const colon = colonAfter(place.text, section);
  const start = startOf(section.key);
  if (colon === undefined || start === undefined) return null;
  const column = columnOf(place.text, start) + 2;
  return insert(place.text, lineEnd(place.text, colon), indented(place, lines, column));
}

/** Appends at the end of the file, after any final comments. */
function appended({ text, newline }: Place, root: YAMLMap | null, lines: readonly string[]): string | null {
  const first = startOf(root?.items[0]?.key);
  if (first !== undefined && columnOf(text, first) > 0) return null;
  const gap = text === "" || text.endsWith("\n") ? "" : newline;
  return `${text}${gap}${lines.map((line) => `${line}${newline}`).join("")}`;
}

function indented({ newline }: Place, lines: readonly string[], column: number): string {
  return lines.map((line) => `${newline}${" ".repeat(column)}${line}`).join("");
}

function pairIn(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === name);
}

function isBlockMap(node: unknown): node is YAMLMap {
  return isMap(node) && !node.flow;
}

/** Formats a value on one line, as a person would write it. */
function flow(value: unknown): string {
  const document = new Document(value);
  if (isCollection(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd();
}

function startOf(key: unknown): number | undefined {
  return isNode(key) ? key.range?.[0] : undefined;
}

/**
 * Returns where a value ends. For a block, that is the end of its last item, because the block's own range
 * includes the line break.
 */
function endOf(node: unknown): number | undefined {
  if (isMap(node) && !node.flow) return endOf(node.items.at(-1)?.value) ?? endOf(node.items.at(-1)?.key);
  if (isSeq(node) && !node.flow) return endOf(node.items.at(-1));
  return isNode(node) ? node.range?.[1] : undefined;
}

/** Returns the position right after a key's colon. */
function colonAfter(text: string, { key }: Pair): number | undefined {
  const end = isNode(key) ? key.range?.[1] : undefined;
  const colon = end === undefined ? -1 : text.indexOf(":", end);
  return colon < 0 || text.slice(end, colon).trim() !== "" ? undefined : colon + 1;
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf("\n", at - 1) + 1);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  if (end < 0) return text.length;
  return text[end - 1] === "\r" && end > from ? end - 1 : end;
}

function insert(text: string, at: number, what: string): string {
  return text.slice(0, at) + what + text.slice(at);
}
