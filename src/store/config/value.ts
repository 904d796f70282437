// A value as a person types it on the command line: as in the file, and a list also with commas.
import { parseDocument } from "yaml";
import { configSchema, type KeySchema, schemaAt } from "./expectation.ts";

export function parseValue(key: string, text: string): unknown {
  const schema = schemaAt(configSchema(), key.split("."));
  if (schema?.type === "array" && !text.trimStart().startsWith("["))
    return text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  // A command is what was typed, also where YAML would see a number or a section in it.
  if (schema && isText(schema) && !text.trimStart().startsWith("{")) return text;
  try {
    const document = parseDocument(text, { logLevel: "silent" });
    return document.errors.length > 0 ? text : document.toJS();
  } catch {
    return text; // not YAML: the schema says what was expected
  }
}

function isText({ type, anyOf, enum: words }: KeySchema): boolean {
  return (type === "string" && words === undefined) || (anyOf?.some(isText) ?? false);
}
