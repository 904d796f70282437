// Reads the input schema of a package's tool. A package may bring its own copy of zod 4, so a schema is recognised by
// its `_zod` property and not by its class.
import { messageOf } from "../../base/text/message-of.ts";
import { z } from "zod";

/** Returns the shape, or what is wrong with the input. */
export function readShape(input: unknown): z.ZodRawShape | string {
  if (!isPlain(input)) return "its input is not a zod shape, such as { text: z.string() }";
  const schema = isSchema(input) ? input._zod.def : undefined;
  if (schema !== undefined && schema.type !== "object") return `its input is z.${schema.type}, not an object`;
  if ((schema?.checks?.length ?? 0) > 0)
    return "its input has a refinement, which the model would never see; put it into the handler";
  const shape: unknown = schema === undefined ? input : schema.shape;
  if (!isPlain(shape)) return "its input has no shape";
  const strange = Object.keys(shape).filter((key) => !isSchema(shape[key]));
  if (strange.length > 0)
    return `its input is not zod 4 at ${strange.map((key) => `"${key.slice(0, 64)}"`).join(", ")}`;
  return whyUnsayable(shape as z.ZodRawShape) ?? (shape as z.ZodRawShape);
}

interface Marked {
  _zod: { def: { type: string; shape?: unknown; checks?: readonly unknown[] } };
}

function isSchema(value: unknown): value is Marked {
  if (!isPlain(value) || !isPlain(value["_zod"])) return false;
  const { def } = value["_zod"];
  return isPlain(def) && typeof def["type"] === "string";
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns why the input cannot become a JSON schema; `undefined` if it can. The model sees that schema, and `claude`
 * drops a tool whose input cannot be converted.
 */
function whyUnsayable(shape: z.ZodRawShape): string | undefined {
  try {
    z.toJSONSchema(z.object(shape), { io: "input" });
    return undefined;
  } catch (cause) {
    return `its input cannot be shown to the model: ${messageOf(cause)}`;
  }
}
