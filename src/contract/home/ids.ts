// Names that can reach a path or a git ref. Each is branded and has one parser, the only way to make one.
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

/** The start of an id, as a person types it. At least four characters, so that a slip does not match everything. */
export const commissionPrefix = z
  .string()
  .regex(/^[0-9a-f][0-9a-f-]{3,35}$/, "expected a commission id or the first characters of one")
  .brand<"CommissionPrefix">();
export type CommissionPrefix = z.infer<typeof commissionPrefix>;

export const reservedNames: readonly string[] = ["base", "commission", "meeting", "manager"];

/**
 * Worker and toolbox names: they become directory names, MCP server keys and parts of refs. A package's bare name is
 * also a worker's; see `workerName`.
 */
export const packageName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, "expected a lower-case name of at most 32 letters, digits and dashes")
  .brand<"PackageName">()
  .brand<"WorkerName">();
export type PackageName = z.infer<typeof packageName>;

/** A project is a name in config.yaml; it becomes a directory name and part of a ref, as a package's does. */
export const projectName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, "expected a lower-case name of at most 32 letters, digits and dashes")
  .brand<"ProjectName">();
export type ProjectName = z.infer<typeof projectName>;

export const label = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._:/@-]{0,63}$/u, "expected a label of at most 64 plain characters");
