// Changes one key in the text of config.yaml and nothing else: comments, order and the spelling of all the rest stay.
import { parseDocument } from "yaml";
import { configSections, type ConfigProblem, hallConfig } from "../contract/config.ts";
import { complaintsOf } from "./complaints.ts";
import { parseConfig, withoutEmptySections } from "./parse.ts";
import { splice } from "./splice.ts";

export interface Change {
  /** A dotted key of the contract. */
  key: string;
  /** undefined: it is not to be set any more. */
  value: unknown;
}

export type Edited =
  | { ok: true; text: string }
  | { ok: false; why: "broken"; problems: ConfigProblem[] }
  | { ok: false; why: "refused"; message: string };

/** A broken text is left alone, and so is a good one that the change would break. */
export function editConfig(text: string, change: Change): Edited {
  const before = parseConfig(text);
  if (!before.ok) return { ok: false, why: "broken", problems: before.problems };
  if (change.value === undefined && !before.given.includes(change.key)) return { ok: true, text };
  const wanted = changed(withoutEmptySections(parseDocument(text).toJS()), change);
  const parsed = hallConfig.safeParse(wanted);
  if (!parsed.success) {
    const [first] = complaintsOf(wanted, parsed.error.issues);
    return { ok: false, why: "refused", message: `${change.key}: ${first?.message ?? "cannot be set"}` };
  }
  const meant = JSON.stringify(parsed.data);
  for (const write of [splice, rewrite]) {
    const after = write(text, { ...change, wanted });
    const isIt = after !== null && isMeant(after, { meant, ...change });
    if (isIt) return { ok: true, text: after };
  }
  const message = `${change.key} cannot be changed by a program in the way this file is written. Change it by hand.`;
  return { ok: false, why: "refused", message };
}

export type Data = Record<string, unknown>;

/** The file's values as they shall be. */
export interface Wanted extends Change {
  wanted: Data;
}

function changed(data: unknown, { key, value }: Change): Data {
  const [head = "", tail] = key.split(".");
  const root = { ...(data as Data) };
  const home: Data = tail === undefined ? root : { ...(root[head] as Data | undefined) };
  if (value === undefined) delete home[tail ?? head];
  else home[tail ?? head] = value;
  if (tail !== undefined) root[head] = home;
  return root;
}

/** However it was written, it is read again before it counts. */
function isMeant(text: string, { meant, key, value }: Change & { meant: string }): boolean {
  const read = parseConfig(text);
  if (!read.ok || JSON.stringify(read.config) !== meant) return false;
  return read.given.includes(key) === (value !== undefined);
}

/** For what cannot be spliced: order and comments stay, but not every space. */
function rewrite(text: string, { key, value, wanted }: Wanted): string | null {
  const document = parseDocument(text);
  const path = key.split(".");
  const section = path[0] ?? "";
  try {
    if (value === undefined) document.deleteIn(path);
    else if (configSections.includes(section) && !document.hasIn(path))
      document.set(section, document.createNode(wanted[section]));
    else document.setIn(path, value);
    return document.toString({ lineWidth: 0 });
  } catch {
    return null; // the caller says that it cannot be done
  }
}
