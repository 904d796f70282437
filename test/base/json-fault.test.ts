// Where a text stops being JSON.
import { expect, test } from "bun:test";
import { jsonFaultAt } from "../../src/base/data/json-fault.ts";

const texts: readonly [text: string, line: number, column: number][] = [
  ['{\n  "a": 1,\n  "b" 2\n}', 3, 7],
  ['{\n "a": 1\n "b": 2}', 3, 2],
  ['{"a":[1,{"b":null}],}', 1, 21],
  ["{'a': 1}", 1, 2],
  ['{"a": tru}', 1, 7],
  ['{"a": 01}', 1, 7],
  ['{"a": "x\n"}', 1, 7],
  ['{"a": "\\q"}', 1, 7],
  ["[1,2", 1, 5],
  ["{", 1, 2],
  ["", 1, 1],
  ["\n", 2, 1],
  ['{"a": 1} // so', 1, 10],
  ['{"a": [1}', 1, 9],
  ["\ufeff{}", 1, 1],
  ["[".repeat(100_000), 1, 100_001],
];
test.each(texts)("%j: at line %p, column %p", (text, line, column) => {
  expect(() => JSON.parse(text) as unknown).toThrow();
  expect(jsonFaultAt(text)).toEqual({ line, column });
});

test("what is JSON is read to its end", () => {
  const text = JSON.stringify({ a: [-1.5e-7, true, { "b\n": [] }], c: {}, d: "\u2028\\" }, null, 2);
  expect(jsonFaultAt(text)).toEqual({ line: text.split("\n").length, column: 2 });
});
