// Changes one key in the text of config.yaml and keeps the order and the comments of everything else.
import { isCollection, parseDocument } from "yaml";
import { type ConfigProblem, hallConfig } from "../../contract/home/config.ts";
import { complaintsOf, dotted } from "./complaints.ts";
import { isGiven } from "./keys.ts";
import { parseConfig, withoutEmptySections } from "./parse.ts";
import { splice } from "./splice.ts";

export interface ConfigChange {
  /** A dotted key of the contract. */
  key: string;
  /** `undefined` to unset the key. */
  value: unknown;
}

export type EditedConfig =
  | { ok: true; text: string }
  | { ok: false; why: "broken"; problems: ConfigProblem[] }
  | { ok: false; why: "refused"; message: string };

/** Refuses a text that is broken, or that the change would break. */
export function editConfig(text: string, change: ConfigChange): EditedConfig {
  const before = parseConfig(text);
  if (!before.ok) return { ok: false, why: "broken", problems: before.problems };
  if (change.value === undefined && !isGiven(before.given, change.key)) return { ok: true, text };
  const wanted = changed(withoutEmptySections(parseDocument(text).toJS()), change);
  const parsed = hallConfig.safeParse(wanted);
  if (!parsed.success) {
    const [first] = complaintsOf(wanted, parsed.error.issues);
    const where = dotted(first?.path ?? []) || change.key;
    return { ok: false, why: "refused", message: `${where}: ${first?.message ?? "cannot be set"}` };
  }
  const meant = JSON.stringify(parsed.data);
  for (const write of [splice, rewrite]) {
    const after = write(text, { ...change, wanted });
    const isIt = after !== null && isMeant(after, { meant, ...change });
    if (isIt) return { ok: true, text: after };
  }
  const message = `A program cannot change ${change.key} in the way this file is written. Change it by hand.`;
  return { ok: false, why: "refused", message };
}

export type Data = Record<string, unknown>;

/** A change, with all of the file's values after it. */
export interface Wanted extends ConfigChange {
  wanted: Data;
}

function changed(data: unknown, { key, value }: ConfigChange): Data {
  return placed(data, { path: key.split("."), value });
}

/**
 * Returns the data with the value at the path. Creates missing sections, and expands a command that stands
 * for a section, such as a check, into that section.
 */
function placed(data: unknown, { path, value }: { path: readonly string[]; value: unknown }): Data {
  const [head = "", ...rest] = path;
  const home: Data = typeof data === "string" ? { command: data } : { ...(data as Data | undefined) };
  if (rest.length > 0) home[head] = placed(own(home, head), { path: rest, value });
  else if (value === undefined) delete home[head];
  else home[head] = value;
  return home;
}

function own(data: Data, key: string): unknown {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}

/** Returns the value that the file is to have at a path. */
export function wantedAt({ wanted }: Pick<Wanted, "wanted">, path: readonly string[]): unknown {
  return path.reduce<unknown>((data, part) => own(data as Data, part), wanted);
}

/** Parses the new text again and checks that it says what was meant. */
function isMeant(text: string, { meant, key, value }: ConfigChange & { meant: string }): boolean {
  const read = parseConfig(text);
  if (!read.ok || JSON.stringify(read.config) !== meant) return false;
  return isGiven(read.given, key) === (value !== undefined);
}

/**
 * Rewrites the whole text, for a change that `splice` cannot make. Keeps order and comments, but not all
 * whitespace.
 */
function rewrite(text: string, change: Wanted): string | null {
  const document = parseDocument(text);
  const path = change.key.split(".");
  try {
    if (change.value === undefined) document.deleteIn(path);
    else {
      const inside = path.findIndex((_, at) => !isCollection(document.getIn(path.slice(0, at + 1), true)));
      const place = inside < 0 ? path : path.slice(0, inside + 1);
      const value = wantedAt(change, place);
      document.setIn(place, typeof value === "object" ? document.createNode(value) : value);
    }
    return document.toString({ lineWidth: 0 });
  } catch {
    return null; // the caller reports that it is impossible
  }
}
