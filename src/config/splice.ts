// Puts a new value into the very place of the old one, so that every other byte of the file stays as it is. Gives up
// (null) where the text is written in a way it does not know; its caller reads the outcome again before it counts.
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
import type { Wanted } from "./edit.ts";

interface Place {
  text: string;
  newline: string;
}

export function splice(text: string, change: Wanted): string | null {
  const place = { text, newline: text.includes("\r\n") ? "\r\n" : "\n" };
  const root = parseDocument(text).contents;
  const [head = "", tail] = change.key.split(".");
  if (isMap(root) && root.flow) return inFlow(place, { map: root, name: head, change });
  if (root !== null && !isBlockMap(root)) return null;
  if (tail === undefined) return within(place, { map: root, name: head, change });
  const section = root === null ? undefined : pairIn(root, head);
  if (section === undefined)
    return appended(place, root, `${head}:${place.newline}  ${tail}: ${flow(change.value)}`);
  const map = section.value;
  if (isMap(map) && map.flow)
    return inFlow(place, { map, name: tail, change }) ?? replaced(place, map, flow(change.wanted[head]));
  if (isBlockMap(map)) return within(place, { map, name: tail, change });
  return underEmpty(place, section, `${tail}: ${flow(change.value)}`);
}

interface Spot<Map> {
  map: Map;
  name: string;
  change: Wanted;
}

/** Between braces only a value that is there already has a place of its own. */
function inFlow(place: Place, { map, name, change }: Spot<YAMLMap>): string | null {
  const pair = pairIn(map, name);
  return pair === undefined || change.value === undefined ? null : renewed(place, pair, change.value);
}

function within(place: Place, { map, name, change }: Spot<YAMLMap | null>): string | null {
  const pair = map === null ? undefined : pairIn(map, name);
  if (change.value === undefined) return pair === undefined ? place.text : cut(place, pair);
  if (pair !== undefined) return renewed(place, pair, change.value);
  const line = `${name}: ${flow(change.value)}`;
  const isSection = change.key !== name;
  return isSection && map !== null ? added(place, map, line) : appended(place, map, line);
}

/** Its own lines go, with what is said behind it; what stands above it stays. */
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
  const [start, end] = node.range ?? [0, 0];
  // Where nothing stood, a comment may follow at once.
  if (start === end) return insert(place.text, colon, ` ${flow(value)}`);
  return isScalar(node) || isAlias(node) || isCollection(node) ? replaced(place, node, flow(value)) : null;
}

/** A list with an item a line stays one. */
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

function replaced({ text }: Place, { range }: Node, by: string): string | null {
  return range ? text.slice(0, range[0]) + by + text.slice(range[1]) : null;
}

/** After the last key of its section, in the same column. */
function added(place: Place, map: YAMLMap, line: string): string | null {
  const [first, last] = [startOf(map.items[0]?.key), endOf(map)];
  if (first === undefined || last === undefined) return null;
  return insert(
    place.text,
    lineEnd(place.text, last),
    `${place.newline}${" ".repeat(columnOf(place.text, first))}${line}`,
  );
}

/** A section whose name stands there alone, perhaps with its keys commented out. */
function underEmpty(place: Place, section: Pair, line: string): string | null {
  const colon = colonAfter(place.text, section);
  const start = startOf(section.key);
  if (colon === undefined || start === undefined) return null;
  const indent = " ".repeat(columnOf(place.text, start) + 2);
  return insert(place.text, lineEnd(place.text, colon), `${place.newline}${indent}${line}`);
}

/** At the end of the file, after the comments that end it. */
function appended({ text, newline }: Place, root: YAMLMap | null, line: string): string | null {
  const first = startOf(root?.items[0]?.key);
  if (first !== undefined && columnOf(text, first) > 0) return null;
  const gap = text === "" || text.endsWith("\n") ? "" : newline;
  return `${text}${gap}${line}${newline}`;
}

function pairIn(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === name);
}

function isBlockMap(node: unknown): node is YAMLMap {
  return isMap(node) && !node.flow;
}

/** On one line, as a person would write it. */
function flow(value: unknown): string {
  const document = new Document(value);
  if (isCollection(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd();
}

function startOf(key: unknown): number | undefined {
  return isNode(key) ? key.range?.[0] : undefined;
}

/** Where the last thing in it ends: the range of a block runs on to the next line. */
function endOf(node: unknown): number | undefined {
  if (isMap(node) && !node.flow) return endOf(node.items.at(-1)?.value) ?? endOf(node.items.at(-1)?.key);
  if (isSeq(node) && !node.flow) return endOf(node.items.at(-1));
  return isNode(node) ? node.range?.[1] : undefined;
}

/** The place right behind the colon of a key. */
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
