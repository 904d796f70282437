// Converts the JSON schema of a guild member's tool into the shape that a toolbox needs. The model sees the
// member's own schema, but only the presence of required fields is checked here, so that no pattern from a
// stranger runs in this process. The member has to check its input itself.
import { z } from "zod";

type Schema = Readonly<Record<string, unknown>>;

/** The longest schema of one tool, as JSON. */
export const maxSchemaCharacters = 65_536;
const maxDepth = 8;
const maxNodes = 20_000;

/** Returns the shape, or why the schema cannot be used. */
export function shapeFrom(input: Schema): z.ZodRawShape | string {
  if (JSON.stringify(input).length > maxSchemaCharacters)
    return "its input is described at too great a length";
  const { properties = {}, required } = input;
  if (!isSchema(properties)) return "its input has no properties";
  const budget = { left: maxNodes };
  const needed = new Set(Array.isArray(required) ? required : []);
  const entries = Object.entries(properties).map(([name, property]) => {
    const shown = z.unknown().meta(shownAs(resolved(property, { root: input, depth: 0, budget })));
    return [name, needed.has(name) ? shown : shown.optional()] as const;
  });
  const shape = Object.fromEntries(entries);
  const size = JSON.stringify(z.toJSONSchema(z.object(shape), { io: "input" })).length;
  return size > maxSchemaCharacters ? "its input refers to itself too often" : shape;
}

/** Drops the names of schemas: zod would interpret them, and no name is needed once every reference is resolved. */
function shownAs(schema: unknown): Record<string, unknown> {
  if (!isSchema(schema)) return {}; // `true` allows anything
  const {
    id: _id,
    $id: _$id,
    $schema: _$schema,
    $defs: _$defs,
    definitions: _definitions,
    ...shown
  } = schema;
  return shown;
}

interface Place {
  root: Schema;
  depth: number;
  /**
   * How many more nodes may be expanded. A few definitions that refer to each other can expand to any length.
   */
  budget: { left: number };
}

/**
 * Replaces each reference by the schema that it refers to. Beyond eight levels of references, or once the budget is
 * spent, the result is a schema that allows anything.
 */
function resolved(value: unknown, place: Place): unknown {
  const { root, depth, budget } = place;
  if ((budget.left -= 1) < 0) return {};
  if (Array.isArray(value)) return value.map((each) => resolved(each, place));
  if (!isSchema(value)) return value;
  const { $ref: reference, ...beside } = value;
  if (typeof reference === "string") {
    if (depth >= maxDepth) return {};
    const target = targetOf(root, reference);
    return resolved(isSchema(target) ? { ...target, ...beside } : {}, { ...place, depth: depth + 1 });
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, place)]));
}

function targetOf(root: Schema, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  const steps = reference
    .slice(2)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.reduce<unknown>(
    (at, step) => (isSchema(at) && Object.hasOwn(at, step) ? at[step] : undefined),
    root,
  );
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
