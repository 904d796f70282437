// Reads the name and the description of a skill from the front matter of its SKILL.md, which is untrusted.
import { parseDocument, isMap } from "yaml";
import { tooMuchToParse } from "../../../base/data/script-size.ts";
import { brief } from "../../../base/text/brief.ts";

export interface SkillHead {
  /** `null` if the front matter names none that may be shown. */
  name: string | null;
  description: string;
}

const longestHead = 16 * 1024;
const longestDescription = 1024;
const block = /^\ufeff?---[ \t]*\r?\n([^]*?\n)---[ \t]*(?:\r?\n|$)/;

/** Returns `null` if there is no description. */
export function readSkillHead(text: string): SkillHead | null {
  const inner = block.exec(text.slice(0, longestHead))?.[1];
  if (inner === undefined || tooMuchToParse(inner) !== null) return null;
  const description = brief(field(inner, "description").replace(/\p{C}/gu, " "), longestDescription);
  const name = field(inner, "name").trim();
  return description === "" ? null : { name: isSkillName(name) ? name : null, description };
}

/** Returns whether a name can be part of a path and of a list. */
export function isSkillName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
}

/** Returns an empty text for a field that is missing or no text. Many descriptions have a colon, which YAML refuses. */
function field(inner: string, key: string): string {
  const { contents, errors } = parseDocument(inner, {
    schema: "failsafe",
    logLevel: "silent",
    prettyErrors: false,
  });
  if (errors.length > 0) return new RegExp(`^${key}:[ \\t]*(.*)$`, "m").exec(inner)?.[1] ?? "";
  const value: unknown = isMap(contents) ? contents.get(key) : undefined;
  return typeof value === "string" ? value : "";
}
