// What is published of the contract's schema: a JSON Schema for editors, and the rows of the guide's table.
import { z } from "zod";
import { configSections, hallConfig } from "../contract/config.ts";
import { describeKeys } from "./keys.ts";

export function publishedSchema(): unknown {
  const { $schema, ...schema } = z.toJSONSchema(hallConfig, { io: "input" });
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    configSections.includes(name) ? orEmpty(property) : property,
  ]);
  const title = "config.yaml of a Guild Hall";
  return { $schema, title, ...schema, properties: Object.fromEntries(properties) };
}

/** A section may stand there with all its keys commented out. */
function orEmpty(section: z.core.JSONSchema._JSONSchema): unknown {
  return typeof section === "boolean" ? section : { ...section, type: ["object", "null"] };
}

export interface KeyRow {
  key: string;
  default: string;
  expects: string;
  summary: string;
}

export function keyRows(): KeyRow[] {
  return describeKeys().map(({ key, summary, expects, default: standard }) => ({
    key,
    default: JSON.stringify(standard).replace(/^"(.*)"$/, "$1"),
    expects,
    summary,
  }));
}
