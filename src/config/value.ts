// A value as a person types it on the command line: as in the file, and a list also with commas.
import { parseDocument } from "yaml";
import { describeKeys } from "./keys.ts";

export function parseValue(key: string, text: string): unknown {
  const isList = describeKeys().some((known) => known.key === key && known.isList);
  if (isList && !text.trimStart().startsWith("["))
    return text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  try {
    const document = parseDocument(text, { logLevel: "silent" });
    return document.errors.length > 0 ? text : document.toJS();
  } catch {
    return text; // not YAML: the schema says what was expected
  }
}
