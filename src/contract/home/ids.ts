// Ids and names, most of which become part of a path or a git ref. Each is a branded type that only its
// parser can make, except `label`, which is plain text.
import { z } from "zod";

/** A UUIDv7 in lower case: sorts by time, safe as a file name and as part of a git ref. */
export const commissionId = z
  .string()
  .regex(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    "expected a commission id such as 0197f3a2-7c1b-7abc-8def-0123456789ab",
  )
  .brand<"CommissionId">();
export type CommissionId = z.infer<typeof commissionId>;

/**
 * The beginning of an id, as a person types it. It has at least four characters, so that a typing error does not match
 * every id.
 */
export const commissionPrefix = z
  .string()
  .regex(/^[0-9a-f][0-9a-f-]{3,35}$/, "expected a commission id or the first characters of one")
  .brand<"CommissionPrefix">();
export type CommissionPrefix = z.infer<typeof commissionPrefix>;

export const reservedNames: readonly string[] = ["base", "commission", "review", "meeting", "manager"];

/**
 * The name of a package, which is a worker or a toolbox. It becomes a directory name, the key of an MCP server and part
 * of a ref. It is also valid as a `workerName`.
 */
export const packageName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, "expected a lower-case name of at most 32 letters, digits and dashes")
  .brand<"PackageName">()
  .brand<"WorkerName">();
export type PackageName = z.infer<typeof packageName>;

/** The name of a project in config.yaml. It becomes a directory name and part of a ref, like the name of a package. */
export const projectName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, "expected a lower-case name of at most 32 letters, digits and dashes")
  .brand<"ProjectName">();
export type ProjectName = z.infer<typeof projectName>;

export const label = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._:/@-]{0,63}$/u, "expected a label of at most 64 plain characters");
