// Reads the `guildHall` key of a package.json: returns the metadata, or every mistake with its field and what was
// expected.
import type { z } from "zod";
import {
  bothMetadata,
  type ToolboxMetadata,
  toolboxMetadata,
  type WorkerMetadata,
  workerMetadata,
} from "../../contract/package/package.ts";
import { type ShapeFault, shapeFaults } from "../../base/text/shape-faults.ts";
import { showValue } from "../../base/text/show-value.ts";

export interface Metadata {
  /** `null` if the package is not a worker. */
  worker: WorkerMetadata | null;
  /** `null` if the package is not a toolbox. */
  toolbox: ToolboxMetadata | null;
}

export type ReadMetadata = { ok: true; metadata: Metadata } | { ok: false; faults: ShapeFault[] };

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

type Schema = { shape: Readonly<Record<string, unknown>> };

function mistakes(data: object, { error, schema }: { error: z.ZodError; schema: Schema }): ReadMetadata {
  const known = Object.keys(schema.shape);
  return { ok: false, faults: shapeFaults(data, { error, known, at: "guildHall" }) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function faulty(field: string, message: string): ReadMetadata {
  return { ok: false, faults: [{ field, message }] };
}
