// Parses a value typed on the command line: YAML as in the file, or a list separated by commas.
import { parseDocument } from "yaml";
import { configSchema, type KeySchema, schemaAt } from "./expectation.ts";

export function parseValue(key: string, text: string): unknown {
  const schema = schemaAt(configSchema(), key.split("."));
  if (schema?.type === "array" && !text.trimStart().startsWith("["))
    return text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  // Text is taken literally, even if YAML would see a number in it, unless it begins like a map, with "{".
  if (schema && isText(schema) && !text.trimStart().startsWith("{")) return text;
  try {
    const document = parseDocument(text, { logLevel: "silent" });
    return document.errors.length > 0 ? text : document.toJS();
  } catch {
    return text; // not YAML: the schema then reports what was expected
  }
}

function isText({ type, anyOf, enum: words }: KeySchema): boolean {
  return (type === "string" && words === undefined) || (anyOf?.some(isText) ?? false);
}
