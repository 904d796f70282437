import assert from "node:assert/strict";
import { test } from "node:test";
import { schedule } from "../src/retry-policy.js";

test("the waits double from one minute", () => {
  assert.deepEqual(schedule(), [60, 120, 240, 480, 960]);
});
