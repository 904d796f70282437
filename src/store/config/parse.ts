// Parses the text of config.yaml, or returns every mistake in it with its line and what was expected there.
import { messageOf } from "../../base/text/message-of.ts";
import { type Document, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { configKeys, hallConfig, type ConfigProblem, type HallConfig } from "../../contract/home/config.ts";
import { tooMuchToParse } from "../../base/data/script-size.ts";
import { lineOf } from "../../base/data/yaml-lines.ts";
import { complaintsOf, dotted, unseenNames } from "./complaints.ts";
import { childOf, configSchema, entryOf, isSection, type KeySchema } from "./expectation.ts";
import { mapKeysIn } from "./keys.ts";

export interface GoodConfig {
  ok: true;
  config: HallConfig;
  /**
   * The keys that the text sets. A check or a set-up that is written as a plain command sets its key
   * `command`. They are found when they are asked for, which a workbench never does.
   */
  readonly given: string[];
}

export interface BrokenConfig {
  ok: false;
  problems: ConfigProblem[];
}

export type ParsedConfig = GoodConfig | BrokenConfig;

export const maxConfigCharacters = 256 * 1024;
/**
 * Finds a line that is indented by 100 spaces or more. No section is nested so deeply, and such a line takes
 * long to parse.
 */
const farIn = /^ {100,}[^ #\r\n]/m;
const maxProblems = 100;

export function parseConfig(text: string): ParsedConfig {
  if (text.length > maxConfigCharacters)
    return broken(`The file is longer than ${maxConfigCharacters} characters.`);
  const tooMuch = farIn.test(text) ? "a line begins far to the right" : tooMuchToParse(text);
  if (tooMuch !== null) return broken(`The file is too large: ${tooMuch}.`);
  try {
    return parse(text);
  } catch (error) {
    // The YAML library throws on alias bombs and on nesting deeper than the stack.
    const reason = error instanceof RangeError ? "it is nested too deeply" : messageOf(error);
    return broken(`The file cannot be read: ${reason}.`);
  }
}

/** Returns a problem with the file as a whole. */
export function broken(message: string): BrokenConfig {
  return { ok: false, problems: [{ line: 1, path: "", message }] };
}

/** The library does not report duplicate keys here: `slipsIn` does, at the line of the second one. */
const readingOptions = { prettyErrors: false, logLevel: "error", uniqueKeys: false } as const;

function parse(text: string): ParsedConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { ...readingOptions, lineCounter: lines });
  const unreadable = slipsIn(document).map(({ at, message }) => ({
    line: lines.linePos(at).line,
    path: "",
    message,
  }));
  if (unreadable.length > 0) return { ok: false, problems: inOrder(unreadable) };
  const data = withoutEmptySections(document.toJS());
  const parsed = hallConfig.safeParse(data);
  const unseen = unseenNames(data);
  if (parsed.success && unseen.length === 0) return goodConfig(parsed.data, data);
  const complaints = [...complaintsOf(data, parsed.error?.issues ?? []), ...unseen];
  // Finding a line takes time, and only the first hundred problems are shown.
  const problems = complaints.slice(0, 2 * maxProblems).map((complaint) => ({
    line: lineOf({ document, lines }, complaint.path),
    path: dotted(complaint.path),
    message: complaint.message,
  }));
  return { ok: false, problems: inOrder(problems) };
}

/** Returns the mistakes in the YAML. Warnings count, too, because an unknown tag would be ignored otherwise. */
function slipsIn(document: Document): { at: number; message: string }[] {
  const slips = [...document.errors, ...document.warnings].map(({ pos, message, code }) => ({
    at: pos[0],
    message: code === "MULTIPLE_DOCS" ? "a second document begins here; one is allowed" : firstLine(message),
  }));
  if (slips.length > 0) return slips;
  // Collected during the visit, because the library would search the whole document for each alias.
  const anchors = new Set<string | undefined>();
  const note = (_key: unknown, { anchor }: { anchor?: string | undefined }) => void anchors.add(anchor);
  visit(document, {
    Scalar: note,
    Seq: note,
    Map: (key, map) => {
      note(key, map);
      const seen = new Set<unknown>();
      for (const { value, range } of map.items.map(({ key }) => key).filter(isScalar)) {
        if (seen.has(value)) slips.push({ at: range?.[0] ?? 0, message: `"${String(value)}" is set twice` });
        seen.add(value);
      }
    },
    Alias: (_key, alias) => {
      if (!anchors.has(alias.source))
        slips.push({ at: alias.range?.[0] ?? 0, message: `there is no "&${alias.source}" before it` });
    },
  });
  return slips;
}

function firstLine(message: string): string {
  return message.split("\n")[0] ?? message;
}

/** Treats a section whose keys are all commented out as absent, and a file without keys as empty. */
export function withoutEmptySections(data: unknown): unknown {
  if (data === null || data === undefined) return {};
  // Making the schema takes longer than all the rest of the reading, so it is made only for a file that needs it.
  return hasEmpty(data) ? tidied(data, configSchema()) : data;
}

function hasEmpty(data: unknown): boolean {
  return data === null || (typeof data === "object" && Object.values(data).some(hasEmpty));
}

/**
 * Removes empty sections. A name that a person chose, such as a project's, stays: it is an entry with all its defaults.
 */
function tidied(data: unknown, schema: KeySchema): unknown {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return data;
  const isMap = entryOf(schema) !== undefined;
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]): [string, unknown][] => {
      const inner = childOf(schema, key);
      if (inner === undefined || !isSection(inner)) return [[key, value]];
      if (value === null) return isMap ? [[key, {}]] : [];
      return [[key, tidied(value, inner)]];
    }),
  );
}

function goodConfig(config: HallConfig, data: unknown): GoodConfig {
  return {
    ok: true,
    config,
    get given() {
      return givenIn(data);
    },
  };
}

function givenIn(data: unknown): string[] {
  const has = (value: unknown, [key = "", ...rest]: string[]): boolean =>
    typeof value === "object" &&
    value !== null &&
    Object.hasOwn(value, key) &&
    (rest.length === 0 || has((value as Record<string, unknown>)[key], rest));
  return [...configKeys.filter((key) => has(data, key.split("."))), ...mapKeysIn(data)];
}

function inOrder(problems: ConfigProblem[]): ConfigProblem[] {
  return problems.sort((a, b) => a.line - b.line).slice(0, maxProblems);
}
