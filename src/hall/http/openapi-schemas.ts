// Builds JSON Schemas of the contract's shapes. Named shapes are written once and referenced.
import { z } from "zod";
import { commissionList, commissionResult, deleted, errorBody, eventList } from "../../contract/api/api.ts";
import { commissionDetail } from "../../contract/commission/detail.ts";
import { streamMessage } from "../../contract/api/stream.ts";
import { hallStatus } from "../../contract/api/hall-status.ts";
import { workerEntry, workerList } from "../../contract/package/roster.ts";
import { commissionConfig, commissionRequest, status } from "../../contract/commission/commission.ts";
import { ledgerEvent } from "../../contract/commission/events.ts";
import { commissionId } from "../../contract/home/ids.ts";
import { commissionSummary } from "../../contract/commission/meta.ts";
import { settings } from "../../contract/api/settings.ts";

const named: Record<string, z.ZodType> = {
  CommissionConfig: commissionConfig,
  CommissionDetail: commissionDetail,
  CommissionId: commissionId,
  CommissionList: commissionList,
  CommissionRequest: commissionRequest,
  CommissionResult: commissionResult,
  CommissionSummary: commissionSummary,
  Deleted: deleted,
  Error: errorBody,
  EventList: eventList,
  HallStatus: hallStatus,
  LedgerEvent: ledgerEvent,
  Settings: settings,
  Status: status,
  StreamMessage: streamMessage,
  Worker: workerEntry,
  WorkerList: workerList,
};

type JsonSchema = z.core.JSONSchema.BaseSchema;

export function componentSchemas(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { uri, io: "input", override });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, plain(schema)]));
}

/** Returns a reference if the shape has a name, otherwise the schema itself. */
export function schemaOf(schema: z.ZodType): unknown {
  const name = Object.keys(named).find((name) => named[name] === schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return plain(z.toJSONSchema(schema, { io: "input", override }));
}

/** Removes `$schema` and `$id`: the OpenAPI document implies the dialect and names its schemas itself. */
function plain(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, $id: _id, ...rest } = schema;
  return rest;
}

/** Drops the limits of safe integers, which tell a reader nothing. */
function override({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
