// Builds the OpenAPI 3.1 document of /api/v1 from the contract's table of routes alone.
import { z } from "zod";
import { routes, type RouteName } from "../../contract/api/api.ts";
import { idempotencyKey } from "../../contract/commission/commission.ts";
import { patchHeader, patchMediaType, patchSummary } from "../../contract/commission/diff.ts";
import { bytesMediaType } from "../../contract/commission/attachments.ts";
import { commissionId } from "../../contract/home/ids.ts";
import { doors } from "../../contract/api/problem.ts";
import type { Route } from "../../contract/api/route.ts";
import { componentSchemas, schemaOf } from "./openapi-schemas.ts";

export function createOpenApi(version: string): Record<string, unknown> {
  return {
    openapi: "3.1.0",
    info: { title: "Guild Hall", version, license: { name: "MIT", identifier: "MIT" }, description },
    servers: [{ url: "/" }],
    security: [{ token: [] }, { browser: [] }],
    paths: paths(),
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        browser: { type: "apiKey", in: "header", name: "Authorization", description: signedRequests },
      },
      schemas: componentSchemas(),
    },
  };
}

const description =
  "The hall listens on the loopback address. Host and Origin must name it exactly, and every request carries its token or the signature of a browser that is known.";

const signedRequests =
  "Signed NONCE.COUNT.BODY.SIGNATURE: how the page signs each request; docs/protocol.md says over what.";

/** The error statuses that every route may answer with. */
const commonErrors = [400, 401, 403, 422, 500, 503];
/** A route with a body may refuse it for its length or its type. */
const bodyErrors = [413, 415];

function paths(): Record<string, Record<string, unknown>> {
  const byPath: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name];
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    byPath[path] = { ...byPath[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return byPath;
}

function operation(name: RouteName, route: Route): Record<string, unknown> {
  return {
    operationId: name,
    summary: route.summary,
    ...(route.asks && { security: route.asks === "token" ? [{ token: [] }] : [] }),
    parameters: parameters(route),
    ...(route.body && { requestBody: requestBody(route.body) }),
    responses: { [route.status]: success(route), ...errors(route) },
  };
}

function parameters(route: Route): unknown[] {
  return [
    ...pathParameters(route),
    ...queryParameters(route.query),
    ...(route.idempotent ? [header("Idempotency-Key", idempotencyKey)] : []),
    ...(route.response === "event-stream" ? [header("Last-Event-ID", z.string())] : []),
  ];
}

function pathParameters({ path, params = {} }: Route): unknown[] {
  const shapes = { ...(path.includes(":id") && { id: commissionId }), ...params };
  return Object.entries(shapes).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    schema: schemaOf(schema),
  }));
}

function header(name: string, schema: z.ZodType): unknown {
  return { name, in: "header", schema: schemaOf(schema) };
}

function queryParameters(query: z.ZodType | undefined): unknown[] {
  if (!(query instanceof z.ZodObject)) return [];
  const shape: Record<string, z.ZodType> = query.shape;
  return Object.entries(shape).map(([name, schema]) => ({ name, in: "query", schema: schemaOf(schema) }));
}

function requestBody(body: z.ZodType | "bytes"): unknown {
  if (body === "bytes") return { required: true, content: { [bytesMediaType]: {} } };
  return {
    required: !body.safeParse({}).success,
    content: { "application/json": { schema: schemaOf(body) } },
  };
}

function success(route: Route): unknown {
  if (route.response === "event-stream") {
    return {
      description: "Server-sent events; the data of each is a StreamMessage",
      content: { "text/event-stream": { schema: { $ref: "#/components/schemas/StreamMessage" } } },
    };
  }
  if (route.response === "file") {
    return { description: "The bytes, to be saved", content: { [bytesMediaType]: {} } };
  }
  if (route.response === "patch") {
    return {
      description: "The bytes that git prints",
      headers: { [patchHeader]: { description: "JSON", schema: schemaOf(patchSummary) } },
      content: { [patchMediaType]: {} },
    };
  }
  return {
    description: route.summary,
    content: { "application/json": { schema: schemaOf(route.response) } },
  };
}

function errors(route: Route): Record<string, unknown> {
  const expected = [...route.errors, ...commonErrors, ...(route.body ? bodyErrors : [])];
  const codes = [...new Set(expected)].sort((a, b) => a - b);
  return Object.fromEntries(codes.map((code) => [code, problemAnswer(code)]));
}

function problemAnswer(status: number): unknown {
  const codes = Object.entries(doors).filter(
    ([code, door]) => door.http === status && !clientOnly.includes(code),
  );
  return {
    description: codes.map(([code]) => code).join(", "),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
}

/** Codes that only the client or the CLI uses, never the hall. */
const clientOnly = ["unreachable", "usage"];
