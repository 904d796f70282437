// The model of one commission, and where it was chosen. The hall decides it once, when it accepts the commission.
import { z } from "zod";

/** Any name that an endpoint may know. The hall keeps no list of the models that exist. */
export const modelName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:@[\]/-]{0,127}$/, "expected a model name")
  .max(128, "expected a model name");

export const modelChoice = z.object({
  /** `null` if the hall names none: then `claude`, or the guild member, uses the model that it prefers. */
  name: z.string().nullable(),
  /**
   * The place that named it: the request itself, a setting of the worker, of the project or of the hall, or the
   * worker's package; `open` if none of these did.
   */
  from: z.enum(["commission", "worker", "project", "hall", "package", "open"]),
});
export type ModelChoice = z.infer<typeof modelChoice>;
