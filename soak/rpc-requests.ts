// Generates requests to a guild member, from valid to noise: methods, params, ids, batches, envelopes, bytes
// and headers.
import * as fc from "fast-check";
import { hostileIds } from "../test/hall/hostile-ids.ts";

export interface Fuzzed {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Readonly<Record<string, string>>;
}

const anyText = fc.string({ unit: "binary", maxLength: 60 });
const oddKey = fc.constantFrom(
  "__proto__",
  "constructor",
  "toString",
  "then",
  "toJSON",
  "",
  "0",
  "length",
  "_meta",
);
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  anyText,
  fc.double(),
  fc.constantFrom<unknown>(
    null,
    -0,
    1e308,
    2 ** 53,
    "\ud800",
    "\u0000",
    "../victim",
    "x".repeat(50_000),
    {},
    [],
    true,
  ),
);

const workerMethods = ["dispatch", "list", "status", "result", "cancel", "delete", "artifact"].map(
  (name) => `worker/${name}`,
);
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...workerMethods) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "initialize", "tools/list", "tools/call", "ping", "server/discover", "notifications/initialized",
      "notifications/cancelled", "resources/list", "logging/setLevel", "worker/", "worker/nothing", "Worker/List",
      "__proto__", "constructor", "",
    ), // prettier-ignore
  },
  { weight: 1, arbitrary: anyText },
);

/** Few ids, so that concurrent clients use the same ones. */
const rightId = fc.constantFrom<string | number>(0, 1, 2, "a", "");
const oddId = fc.oneof(
  fc.constantFrom<unknown>(null, 1.5, true, -1, 2 ** 60, {}, [], "x".repeat(10_000)),
  oddValue,
);

/** Replaced by the id of an existing job, once there is one. */
export const knownJob = "a-job-that-is-there";

const jobId = fc.oneof(
  { weight: 4, arbitrary: fc.constant(knownJob) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileIds()) },
  { weight: 1, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: oddValue },
);
const config = fc.oneof(
  fc.record(
    { maxTurns: oddValue, maxBudgetUsd: oddValue, model: oddValue, tools: oddValue, hallCommission: anyText },
    { requiredKeys: [] },
  ),
  oddValue,
);
const glob = fc.oneof(anyText, fc.stringMatching(/^[*?[\]{}!a,^\\-]{0,60}$/));
const params = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        jobId,
        description: fc.oneof(anyText as fc.Arbitrary<unknown>, oddValue),
        // Seldom valid, because each valid one becomes a job.
        task: fc.oneof({ weight: 1, arbitrary: fc.constantFrom<unknown>("end at once", "wait") }, { weight: 9, arbitrary: oddValue }),
        config,
        detail: fc.oneof(fc.constantFrom<unknown>("simple", "detailed"), oddValue),
        filter: fc.oneof(glob as fc.Arbitrary<unknown>, oddValue),
        path: fc.oneof(anyText as fc.Arbitrary<unknown>, fc.constantFrom("../meta.json", "artifacts/../meta.json", "/etc/hostname")),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.tuple(oddKey, oddValue).map(([key, value]) => JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value) ?? "null"}}`) as unknown) },
  { weight: 1, arbitrary: oddValue },
); // prettier-ignore

const request = fc
  .record(
    {
      jsonrpc: fc.oneof({ weight: 12, arbitrary: fc.constant<unknown>("2.0") }, { weight: 1, arbitrary: oddValue }),
      id: fc.oneof({ weight: 10, arbitrary: rightId }, { weight: 1, arbitrary: oddId }),
      method: fc.oneof({ weight: 16, arbitrary: method }, { weight: 1, arbitrary: oddValue }),
      params,
    },
    { requiredKeys: ["jsonrpc", "method"] },
  )
  .map((value): unknown => value); // prettier-ignore

/** The requests of a correct client, which take a job through its life. */
const right = fc
  .tuple(fc.constantFrom(...workerMethods), rightId)
  .map(([name, id]): unknown => ({ jsonrpc: "2.0", id, method: name, params: rightParams[name] }));
const rightParams: Readonly<Record<string, object>> = {
  "worker/dispatch": { description: "fuzz", task: "end at once" },
  "worker/list": { detail: "detailed", filter: "*fu/zz*" },
};
for (const name of workerMethods.slice(2))
  Object.assign(rightParams, { [name]: { jobId: knownJob, path: "artifacts/a" } });

const json = (value: fc.Arbitrary<unknown>) => value.map((each) => JSON.stringify(each) ?? "null");
const damaged = fc
  .tuple(json(request), fc.nat(), fc.string({ unit: "binary", maxLength: 3 }))
  .map(([text, at, noise]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + noise + text.slice(place + 1);
  });
const badBytes = fc
  .tuple(json(request), fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }))
  .map(([text, at, noise]) => {
    const bytes = Buffer.from(text);
    const place = at % (bytes.length + 1);
    return new Uint8Array(Buffer.concat([bytes.subarray(0, place), noise, bytes.subarray(place)]));
  });
const nested = fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.boolean()).map(([depth, inParams]) => {
  const deep = "[".repeat(depth) + "]".repeat(depth);
  return inParams ? `{"jsonrpc":"2.0","id":1,"method":"worker/list","params":{"filter":${deep}}}` : deep;
});
const large = fc
  .constantFrom(4 * 1024 * 1024 - 200, 4 * 1024 * 1024 + 1, 10 * 1024 * 1024)
  .map((size) => `{"jsonrpc":"2.0","id":1,"method":"worker/list","params":{"filter":"${"x".repeat(size)}"}}`);

const body: fc.Arbitrary<Fuzzed["body"]> = fc.oneof(
  { weight: 900, arbitrary: json(request) },
  { weight: 400, arbitrary: json(right) },
  { weight: 150, arbitrary: json(fc.array(fc.oneof(request, right), { maxLength: 6 }) as fc.Arbitrary<unknown>) },
  { weight: 150, arbitrary: damaged },
  { weight: 100, arbitrary: badBytes },
  { weight: 60, arbitrary: fc.json() },
  { weight: 60, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
  { weight: 8, arbitrary: nested },
  { weight: 2, arbitrary: large },
); // prettier-ignore

const usual = { "content-type": "application/json" };
const headers = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Fuzzed["headers"]>(usual) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom("2025-11-25", "2026-07-28", "2024-11-05", "1", ""),
        fc.constantFrom(...workerMethods, "tools/list", "initialize"),
        fc.constantFrom("*/*", "application/json", "application/json, text/event-stream", "text/html"),
      )
      .map(([version, named, accept]): Fuzzed["headers"] => ({
        ...usual,
        accept,
        "mcp-protocol-version": version,
        "mcp-method": named,
        "mcp-session-id": "s",
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("text/plain", "application/json; charset=latin1", "application/json;", "x")
      .map((type): Fuzzed["headers"] => ({ "content-type": type })),
  },
);

export const fuzzed: fc.Arbitrary<Fuzzed> = fc.record({ body, headers });
