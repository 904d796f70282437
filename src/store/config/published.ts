// Publishes the schema of config.yaml: as a JSON Schema for editors, and as rows for the guide's table.
import { z } from "zod";
import { hallConfig } from "../../contract/home/config.ts";
import { entryOf, isSection, type KeySchema } from "./expectation.ts";
import { describeKey, describeKeys, mapPatterns } from "./keys.ts";

export function publishedSchema(): unknown {
  const { $schema, ...schema } = z.toJSONSchema(hallConfig, { io: "input" });
  const title = "config.yaml of a Guild Hall";
  return { $schema, title, ...withEmptySections(schema as KeySchema) };
}

/**
 * Allows `null` for a section whose keys are all commented out, and for a name, such as a project's, with no
 * keys below it.
 */
function withEmptySections(schema: KeySchema): KeySchema {
  const { properties, ...rest } = schema;
  const entry = entryOf(schema);
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, at]) => [key, orEmpty(at)])),
    }),
    ...(entry && { additionalProperties: orEmpty(entry) }),
  };
}

function orEmpty(schema: KeySchema): KeySchema {
  return isSection(schema) ? { ...withEmptySections(schema), type: ["object", "null"] } : schema;
}

export interface KeyRow {
  key: string;
  default: string;
  expects: string;
  summary: string;
}

export function keyRows(): KeyRow[] {
  const all = [...describeKeys(), ...mapPatterns().map(describeKey)];
  return all.map(({ key, summary, expects, default: standard }) => ({
    key,
    default: standard === undefined ? "unset" : JSON.stringify(standard).replace(/^"(.*)"$/, "$1"),
    expects,
    summary,
  }));
}
