// Generated bodies for POST /commissions, from nearly right to noise, and the media types they come under.
import * as fc from "fast-check";

const anyText = fc.string({ unit: "binary", maxLength: 60 });
const oddKey = fc.constantFrom("__proto__", "constructor", "toString", "then", "toJSON", "", "0", "length");
const oddValue = fc.oneof(
  fc.jsonValue(),
  anyText,
  fc.double(),
  fc.constantFrom(null, -0, 1e308, 2 ** 53, "\ud800", "\u0000", "../victim", "x".repeat(50_000), {}, []),
);

/** Mostly right, so that the fuzz gets past the first check. */
const nearlyRight = fc
  .record(
    {
      worker: fc.oneof(
        { weight: 4, arbitrary: fc.constant<unknown>("researcher") },
        { weight: 1, arbitrary: oddValue },
      ),
      task: fc.oneof({ weight: 4, arbitrary: anyText }, { weight: 1, arbitrary: oddValue }),
      title: fc.oneof(anyText as fc.Arbitrary<unknown>, oddValue),
      labels: fc.oneof(fc.array(anyText) as fc.Arbitrary<unknown>, oddValue),
      rehearsal: oddValue,
      config: fc.oneof(
        fc.record(
          { maxTurns: oddValue, maxBudgetUsd: oddValue, model: oddValue, tools: oddValue },
          { requiredKeys: [] },
        ),
        oddValue,
      ),
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value));
const right = fc
  .record(
    { worker: fc.constant("researcher"), task: fc.string({ unit: "binary", minLength: 2 }), title: anyText },
    { requiredKeys: ["worker", "task"] },
  )
  .map((value) => JSON.stringify(value));
const withOddKey = fc
  .tuple(nearlyRight, oddKey, oddValue)
  .map(([text, key, value]) => `{${JSON.stringify(key)}:${JSON.stringify(value) ?? "null"},${text.slice(1)}`);
const damaged = fc
  .tuple(nearlyRight, fc.nat(), fc.string({ unit: "binary", maxLength: 3 }))
  .map(
    ([text, at, noise]) =>
      text.slice(0, at % (text.length + 1)) + noise + text.slice((at % (text.length + 1)) + 1),
  );
const nested = fc.nat({ max: 5000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth));
export const body: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 4, arbitrary: nearlyRight },
  { weight: 1, arbitrary: right },
  { weight: 2, arbitrary: withOddKey },
  { weight: 2, arbitrary: damaged },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
);
export const type = fc.oneof(
  { weight: 9, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("text/plain", "application/json; charset=latin1", "application/json;", "x"),
  },
);
