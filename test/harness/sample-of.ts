// Returns the smallest value that a plain schema accepts, so that a test over all routes needs no table of bodies.
import { z } from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;

export function sampleOf(schema: z.ZodType): unknown {
  return sample(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

function sample(schema: JsonSchema): unknown {
  const { type, required = [], properties = {} } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (type === "object")
    return Object.fromEntries(required.map((name) => [name, sample((properties[name] ?? {}) as JsonSchema)]));
  if (type === "array") return [];
  if (type === "boolean") return true;
  return type === "integer" || type === "number" ? Math.max(1, schema.minimum ?? 1) : "x";
}
