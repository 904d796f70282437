// Reads the `guildHall` key of a package.json: the whole of it, or every mistake in it with its field and what was
// expected there.
import type { z } from "zod";
import {
  bothMetadata,
  type ToolboxMetadata,
  toolboxMetadata,
  type WorkerMetadata,
  workerMetadata,
} from "../contract/package.ts";
import { showValue } from "../rules/show-value.ts";
import { suggest } from "../rules/suggest.ts";

export interface Metadata {
  /** null: it is no worker. */
  worker: WorkerMetadata | null;
  /** null: it is no toolbox. */
  toolbox: ToolboxMetadata | null;
}

/** One mistake in a package. */
export interface PackageFault {
  /** Dotted, as it stands in package.json: "guildHall.limits.maxTurns". Empty where it is about the package as a whole. */
  field: string;
  message: string;
}

export type ReadMetadata = { ok: true; metadata: Metadata } | { ok: false; faults: PackageFault[] };

const expectedType = 'expected "worker", "toolbox" or ["worker", "toolbox"]';

export function readMetadata(data: unknown): ReadMetadata {
  if (!isObject(data)) return faulty("guildHall", "expected an object with type, identity and more");
  const kinds = kindsOf(data["type"]);
  if (kinds === null) return faulty("guildHall.type", `${expectedType}; found ${showValue(data["type"])}`);
  if (kinds.length === 2) return readBoth({ ...data, type: ["worker", "toolbox"] });
  return kinds[0] === "worker"
    ? readWorker({ ...data, type: "worker" })
    : readToolbox({ ...data, type: "toolbox" });
}

function readWorker(data: object): ReadMetadata {
  const parsed = workerMetadata.safeParse(data);
  if (!parsed.success) return mistakes(data, { error: parsed.error, schema: workerMetadata });
  const { type: _, ...worker } = parsed.data;
  return { ok: true, metadata: { worker, toolbox: null } };
}

function readToolbox(data: object): ReadMetadata {
  const parsed = toolboxMetadata.safeParse(data);
  if (!parsed.success) return mistakes(data, { error: parsed.error, schema: toolboxMetadata });
  const { type: _, ...toolbox } = parsed.data;
  return { ok: true, metadata: { worker: null, toolbox } };
}

function readBoth(data: object): ReadMetadata {
  const parsed = bothMetadata.safeParse(data);
  if (!parsed.success) return mistakes(data, { error: parsed.error, schema: bothMetadata });
  const { type: _, tools, ...worker } = parsed.data;
  const toolbox = { identity: worker.identity, ...(tools && { tools }) };
  return { ok: true, metadata: { worker, toolbox } };
}

type Kind = "worker" | "toolbox";

function kindsOf(type: unknown): Kind[] | null {
  const named: unknown[] = Array.isArray(type) ? type : [type];
  const kinds = (["worker", "toolbox"] as const).filter((kind) => named.includes(kind));
  return kinds.length > 0 && kinds.length === named.length ? kinds : null;
}

interface Misread {
  error: z.ZodError;
  schema: { shape: Readonly<Record<string, unknown>> };
}

function mistakes(data: object, { error, schema }: Misread): ReadMetadata {
  const faults = error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => unknownKey([...issue.path, key], Object.keys(schema.shape)))
      : [{ field: dotted(issue.path), message: `${issue.message}${instead(data, issue)}` }],
  );
  return { ok: false, faults };
}

function unknownKey(path: readonly PropertyKey[], known: readonly string[]): PackageFault {
  const near = path.length === 1 ? suggest(String(path[0]).slice(0, 64), known) : undefined;
  const here = path.length === 1 ? ` Known here: ${known.join(", ")}.` : "";
  return {
    field: dotted(path),
    message: `there is no such key.${near === undefined ? here : ` Did you mean "${near}"?`}`,
  };
}

/** What stands there. Our own remarks name it already. */
function instead(data: object, issue: z.core.$ZodIssue): string {
  let value: unknown = data;
  for (const key of issue.path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  if (value === undefined) return "; it is missing";
  if (issue.code === "custom") return "";
  const known = issue.code === "invalid_value" ? issue.values.map(String) : [];
  const near = typeof value === "string" ? suggest(value.slice(0, 64), known) : undefined;
  return `; found ${showValue(value)}${near === undefined ? "" : `. Did you mean "${near}"?`}`;
}

/** A key somebody else made up may be of any length. */
function dotted(path: readonly PropertyKey[]): string {
  const parts = path.map((key) =>
    typeof key === "number" ? `[${key + 1}]` : `.${String(key).slice(0, 64)}`,
  );
  return `guildHall${parts.join("")}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function faulty(field: string, message: string): ReadMetadata {
  return { ok: false, faults: [{ field, message }] };
}
